#include "evidence/spark/event_log_lines.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace plangrade::spark {
namespace {

std::vector<std::string> lines_of(std::string_view text, std::uint64_t most = 1 << 20) {
    MemorySource source(text);
    const auto stream = open_stream(source, Codec::none, {});
    LineReader reader(*stream, most);
    std::vector<std::string> out;
    std::string_view line;
    for (;;) {
        switch (reader.next(line)) {
            case LineReader::Next::end:
                CHECK(reader.plain_bytes() == text.size());
                return out;
            case LineReader::Next::too_long:
                out.push_back("<too long>");
                break;
            case LineReader::Next::line:
                out.emplace_back(line);
        }
    }
}

}  // namespace

TEST_CASE("lines end at newlines and at the end") {
    using Lines = std::vector<std::string>;
    CHECK(lines_of("") == Lines{});
    CHECK(lines_of("a") == Lines{"a"});
    CHECK(lines_of("a\n") == Lines{"a"});
    CHECK(lines_of("a\n\nb") == Lines{"a", "", "b"});
}

TEST_CASE("lines longer than the buffer are whole") {
    std::string text;
    std::vector<std::string> expected;
    for (const std::size_t size : {3, 300000, 1, 700000, 250000, 262143, 262144, 5}) {
        expected.emplace_back(size, static_cast<char>('a' + expected.size()));
        text += expected.back() + "\n";
    }
    CHECK(lines_of(text) == expected);
}

TEST_CASE("a line over the limit is passed over, and the next one is read") {
    CHECK(lines_of("abc\nabcd\nab\n", 3) == std::vector<std::string>{"abc", "<too long>", "ab"});
    const std::string text = std::string(900000, 'x') + "\nnext\n" + std::string(900000, 'y');
    CHECK(lines_of(text, 1000) == std::vector<std::string>{"<too long>", "next", "<too long>"});
}

}  // namespace plangrade::spark
