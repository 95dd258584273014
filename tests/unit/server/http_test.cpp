#include <doctest/doctest.h>

#include "http/clock.hpp"
#include "http/head.hpp"
#include "http/log_text.hpp"
#include "http/router.hpp"
#include "http/target.hpp"

using namespace plangrade;
using namespace plangrade::http;
using namespace std::string_literals;

TEST_CASE("the head of a request ends with its empty line") {
    CHECK(head_end("GET / HTTP/1.1\r\nHost: x\r\n") == std::string_view::npos);
    CHECK(head_end("GET / HTTP/1.1\r\n\r\nbody") == 18);
}

TEST_CASE("honest heads pass") {
    for (const char* fields :
         {"Host: x\r\n", "host:x\r\nContent-Length: 0\r\n", "Host: x\r\nTransfer-Encoding: Chunked\r\n",
          "Host: x\r\nUser-Agent: a\tb\xE9\r\n", "Host:\r\n"}) {
        CAPTURE(fields);
        CHECK(!check_head("POST /x HTTP/1.1\r\n" + std::string(fields) + "\r\n"));
    }
    CHECK(!check_head("GET / HTTP/1.0\r\n\r\n"));
}

TEST_CASE("heads that two programs could read differently are refused") {
    struct Row {
        std::string fields;
        unsigned status;
    };
    for (const Row& row :
         {Row{"", 400}, Row{"Host: x\r\nHost: x\r\n", 400},
          Row{"Host: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400},
          Row{"Host: x\r\nContent-Length: 1, 1\r\n", 400}, Row{"Host: x\r\nContent-Length: -1\r\n", 400},
          Row{"Host: x\r\nContent-Length:\r\n", 400},
          Row{"Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n", 400},
          Row{"Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 501},
          Row{"Host: x\r\nTransfer-Encoding: chunked, chunked\r\n", 501}, Row{"Host: x\r\nTransfer-Encoding:\r\n", 501},
          Row{"Host: x\r\nA: b\r\n c\r\n", 400}, Row{"Host: x\r\nA b: c\r\n", 400}, Row{"Host: x\r\n: c\r\n", 400},
          Row{"Host: x\r\nA : c\r\n", 400}, Row{"Host: x\r\nno colon\r\n", 400}, Row{"Host: x\nA: b\r\n", 400},
          Row{"Host: x\r\nA: b\rc\r\n", 400}, Row{"Host: x\r\nA: b\0c\r\n"s, 400},
          Row{"Host: x\r\nA: b\x01\r\n", 400}}) {
        CAPTURE(row.fields);
        const auto error = check_head("POST /x HTTP/1.1\r\n" + row.fields + "\r\n");
        REQUIRE(error);
        CHECK(error->status == row.status);
    }
    CHECK(check_head("GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n")->status == 400);
    CHECK(check_head("GET / x HTTP/1.1\r\nHost: x\r\n\r\n")->status == 400);
    CHECK(check_head("GET / HTTP/3\r\nHost: x\r\n\r\n")->status == 505);
    std::string many;
    for (int i = 0; i < 100; ++i) many += "X: y\r\n";
    CHECK(check_head("GET / HTTP/1.1\r\nHost: x\r\n" + many + "\r\n")->status == 431);
}

TEST_CASE("a path becomes segments that stay segments") {
    const auto target = parse_target("/api/v1/labs/a%20b+c/?x=1&y=%26&x=2");
    REQUIRE(target);
    CHECK(target->segments == std::vector<std::string>{"api", "v1", "labs", "a b+c"});
    CHECK(target->query_value("x") == "1");
    CHECK(target->query_value("y") == "&");
    CHECK(!target->query_value("z"));
    CHECK(parse_target("/")->segments.empty());
    for (const char* bad :
         {"", "*", "a", "http://h/a", "/a//b", "//", "/a/../b", "/.", "/a/%2e%2e/b", "/a%2fb", "/a%5cb", "/a\\b",
          "/a%00b", "/a%0ab", "/a%7fb", "/%", "/%4", "/a b", "/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7"}) {
        CAPTURE(bad);
        CHECK(!parse_target(bad));
    }
}

TEST_CASE("a request finds its route, its 404 or its 405") {
    using beast::http::verb;
    const std::array routes{Route{verb::get, "/healthz", nullptr}, Route{verb::get, "/labs/{lab}", nullptr},
                            Route{verb::post, "/labs/{lab}/grade", nullptr}, Route{verb::post, "/labs/{lab}", nullptr}};
    const Match grade = find_route(routes, verb::post, {"labs", "x", "grade"});
    CHECK(grade.route == &routes[2]);
    CHECK(grade.parameters.at("lab") == "x");
    CHECK(find_route(routes, verb::head, {"healthz"}).route == &routes[0]);
    CHECK(find_route(routes, verb::post, {"labs", "x"}).route == &routes[3]);
    const Match wrong = find_route(routes, verb::delete_, {"labs", "x"});
    CHECK(wrong.route == nullptr);
    CHECK(wrong.allow == "GET, HEAD, POST, OPTIONS");
    for (const std::vector<std::string>& path :
         {std::vector<std::string>{}, {"labs"}, {"labs", "x", "grade", "y"}, {"health"}})
        CHECK(find_route(routes, verb::get, path).allow.empty());
}

TEST_CASE("times are written as RFC 3339 and RFC 9110 have them") {
    CHECK(utc_text(0) == "1970-01-01T00:00:00.000Z");
    CHECK(utc_text(1771061400125) == "2026-02-14T09:30:00.125Z");
    CHECK(http_date(1771061400125) == "Sat, 14 Feb 2026 09:30:00 GMT");
    CHECK(http_date(1709164799000) == "Wed, 28 Feb 2024 23:59:59 GMT");
}

TEST_CASE("text from outside can't forge a line of the log") {
    CHECK(log_text("GET / \"x\"\n\x1b\\\xFF") == "GET / \\x22x\\x22\\x0a\\x1b\\x5c\\xff");
    CHECK(log_text("abcdef", 3) == "abc...");
}
