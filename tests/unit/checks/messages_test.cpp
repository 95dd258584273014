#include "checks/messages.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

using namespace plangrade;
using json = nlohmann::json;

TEST_CASE("templates fill names, lists and parts that depend on an argument") {
    CHECK(fill("{a} has {b}.", {{"a", "x"}, {"b", {1, 2, 3}}}) == "x has 1, 2 and 3.");
    CHECK(fill("{a}[b| and {b}][!b| alone]", {{"a", "x"}}) == "x alone");
    CHECK(fill("{a}[b| and {b}[c| ({c})]]", {{"a", "x"}, {"b", "y"}, {"c", 0}}) == "x and y (0)");
    CHECK(fill("[list|some][!list|none]", {{"list", json::array()}}) == "none");
}

TEST_CASE("long values are cut in the middle with their length said") {
    const std::string text(500, 'a');
    const std::string cut = shown(text, true, 40);
    CHECK(cut.size() < 80);
    CHECK(cut.find("500 bytes") != std::string::npos);
    const std::string korean = shown(std::string("가나다라마바사아자차카타파하"), false, 13);
    CHECK(korean.find("\xEF\xBF\xBD") == std::string::npos);
}

TEST_CASE("two sides stand above each other and the mark is under the first difference") {
    const SideBySide sides = side_by_side("GreaterThanOrEqual(qty, 5)", "GreaterThanOrEqual(qty,5)", 23);
    CHECK(sides.left == "GreaterThanOrEqual(qty, 5)");
    CHECK(sides.mark == std::string(23, ' ') + "^");
    const SideBySide wide = side_by_side("매장a", "매장b", 6);
    CHECK(wide.mark == "    ^");
    const std::string prefix(300, 'x');
    const SideBySide cut = side_by_side(prefix + "1", prefix + "2", 300);
    CHECK(cut.left.size() < 90);
    CHECK(cut.left[cut.mark.size() - 1] == '1');
    CHECK(cut.right[cut.mark.size() - 1] == '2');
}

TEST_CASE("no code of a message stands twice") {
    std::set<std::string_view> codes;
    for (const Message& message : english_messages()) CHECK_MESSAGE(codes.insert(message.code).second, message.code);
}

TEST_CASE("every code that the checks can give has its words") {
    // Codes are written as the second argument of missing()/become()/outcome()/problem(), or assigned to `code`.
    const std::regex written(
        R"re((?:State::\w+, |Status::\w+, |code = |\? |: )"([a-z]+(?:-[a-z]+)+)"[,;) :]|code = "([a-z]+(?:-[a-z]+)*)")re");
    std::set<std::string> codes;
    for (const char* file :
         {"sources", "selectors", "comparisons", "table_comparisons", "run_binding", "step_grading", "check_grading"}) {
        std::ifstream in(std::string(PLANGRADE_SOURCE_DIR) + "/checkers/checks/" + file + ".cpp");
        REQUIRE(in);
        std::stringstream text;
        text << in.rdbuf();
        const std::string source = text.str();
        for (std::sregex_iterator it(source.begin(), source.end(), written), end; it != end; ++it)
            codes.insert((*it)[1].matched ? (*it)[1].str() : (*it)[2].str());
    }
    CHECK(codes.size() > 30);
    for (const std::string& code : codes) {
        if (code == "unmatched" || code == "plan-differs" || code == "differs")
            continue;  // rendered by code of their own
        const bool known = std::any_of(english_messages().begin(), english_messages().end(),
                                       [&](const Message& m) { return m.code == code; });
        CHECK_MESSAGE(known, code);
    }
}
