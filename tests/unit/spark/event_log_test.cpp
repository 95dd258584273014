#include "evidence/spark/event_log.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "codec_pack.hpp"
#include "evidence/spark/event_log_builder.hpp"
#include "evidence/spark/event_log_lines.hpp"
#include "temp_dir.hpp"

namespace plangrade::spark {
namespace {

const std::string kFolder = PLANGRADE_SOURCE_DIR "/fixtures/event_logs/";

std::string fixture(const std::string& name) {
    std::ifstream in(kFolder + name, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

const std::string& aqe_log() {
    static const std::string text = fixture("local-1796069923860");
    return text;
}

EventLog read(const std::string& bytes, const Limits& limits = {}, const std::string& name = "local-1") {
    return read_event_log(name, bytes, limits);
}

std::string line(std::string_view event, std::string_view members = "") {
    std::string out = "{\"Event\":\"" + std::string(event) + "\"";
    if (!members.empty()) out += "," + std::string(members);
    return out + "}\n";
}

std::string application(const std::string& name, const std::string& body) {
    return line("SparkListenerLogStart", R"("Spark Version":"4.0.1")") +
           line("SparkListenerApplicationStart", R"("App Name":")" + name + R"(","App ID":"id-)" + name +
                                                     R"(","Timestamp":100,"User":"u","App Attempt ID":"2")") +
           body;
}

std::string end_mark() {
    return line("SparkListenerApplicationEnd", R"("Timestamp":200)");
}

std::string execution_start(int id, const std::string& plan, const std::string& more = "") {
    return line("org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart",
                R"("executionId":)" + std::to_string(id) + R"(,"description":"collect","physicalPlanDescription":")" +
                    plan + R"(","sparkPlanInfo":{"nodeName":"Scan parquet ","x":[1.50, "\"}"]},"time":110)" + more);
}

std::string execution_update(int id, const std::string& plan) {
    return line("org.apache.spark.sql.execution.ui.SparkListenerSQLAdaptiveExecutionUpdate",
                R"("executionId":)" + std::to_string(id) + R"(,"physicalPlanDescription":")" + plan +
                    R"(","sparkPlanInfo":{"nodeName":"u"})");
}

std::string execution_end(int id) {
    return line("org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd",
                R"("executionId":)" + std::to_string(id) + R"(,"time":120,"errorMessage":"")");
}

std::vector<std::string> codes(const EventLog& log) {
    std::vector<std::string> out;
    for (const Flaw& flaw : log.flaws.list()) out.push_back(flaw.code + (flaw.at.empty() ? "" : " " + flaw.at));
    return out;
}

using Codes = std::vector<std::string>;

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("a real log of Spark 3.5 in full") {
    const EventLog log = read(aqe_log());
    CHECK(log.flaws.empty());
    CHECK(log.lines == 48);
    CHECK(log.unreadable_lines == 0);
    CHECK_FALSE(log.gaps);
    REQUIRE(log.applications.size() == 1);
    const Application& app = log.applications.front();
    CHECK(app.name == "spk-plan-aqe");
    CHECK(app.id == "local-1796069923860");
    CHECK(app.attempt.empty());
    CHECK(app.spark_version == "3.5.7");
    CHECK(app.end == LogEnd::complete);
    CHECK(app.properties.at("spark.sql.adaptive.coalescePartitions.minPartitionSize") == "1k");
    CHECK(app.properties.at("spark.master") == "local[2]");
    CHECK_FALSE(app.properties.contains("spark.app.name"));
    CHECK(app.tasks.ended == 11);
    CHECK(app.tasks.reduce == 8);
    CHECK(app.oddities.empty());
    CHECK(app.events_out_of_order == 0);
    REQUIRE(app.jobs.size() == 3);
    CHECK_FALSE(app.jobs[0].execution);
    CHECK(app.jobs[2].succeeded);
    REQUIRE(app.stages.size() == 3);
    CHECK(app.stages[1].scan_names == std::vector<std::string>{"Scan parquet"});
    CHECK(app.stages[2].tasks.reduce == 8);
    REQUIRE(app.executions.size() == 1);
    const SqlExecution& execution = app.executions.front();
    CHECK(&execution == app.execution(0));
    CHECK(app.execution(7) == nullptr);
    CHECK(execution.description == "collect at /root/spk/plan/aqe.py:15");
    CHECK(execution.ended);
    CHECK(execution.updates == 2);
    CHECK(execution.any_final);
    CHECK(execution.jobs == std::vector<std::int64_t>{1, 2});
    CHECK(execution.line == 13);
    CHECK(execution.start.description.starts_with("== Physical Plan ==\nAdaptiveSparkPlan"));
    CHECK(execution.executed().description.find("isFinalPlan=true") != std::string::npos);
    CHECK(nlohmann::json::parse(execution.executed().plan_info).at("nodeName") == "AdaptiveSparkPlan");
}

TEST_CASE("real logs of every codec") {
    for (const char* name : {"local-1796072022025.lz4", "local-1796072038248.snappy", "local-1796072125854.lzf"}) {
        const EventLog log = read_event_log(name, fixture(name), {});
        CHECK_MESSAGE(log.flaws.empty(), name);
        CHECK(log.lines == 33);
        CHECK(log.applications.at(0).spark_version == "4.3.0");
        CHECK(log.applications.at(0).tasks.ended == 3);
        CHECK(log.applications.at(0).tasks.reduce == 1);
        CHECK(log.applications.at(0).complete());
        CHECK(std::string(to_string(log.codecs.at(0))) == std::string(name).substr(std::string(name).rfind('.') + 1));
    }
}

TEST_CASE("a real rolling log") {
    Flaws flaws;
    const Tree tree = Tree::of_directory(kFolder, {}, flaws, false);
    const auto places = find_event_logs(tree);
    REQUIRE(places.size() == 5);
    const LogPlace& place = places.front();
    CHECK(place.path == "eventlog_v2_local-1796069732760");
    const EventLog log = read_event_log(place, {});
    CHECK(log.flaws.empty());
    CHECK(log.rolling);
    CHECK_FALSE(log.in_progress_name);
    CHECK(log.codecs == std::vector{Codec::zstd});
    CHECK(log.applications.at(0).name == "spk-plan-convert");
    CHECK(log.applications.at(0).complete());
}

TEST_CASE("every codec tells the same of one log") {
    const std::string plain = to_json(read(aqe_log()))["applications"].dump();
    for (const auto& [name, bytes] : {std::pair{"a.zstd", pack::zstd(aqe_log())},
                                      {"a.lz4", pack::lz4(aqe_log())},
                                      {"a.snappy", pack::snappy(aqe_log())},
                                      {"a.lzf", pack::lzf(aqe_log())},
                                      {"a.gz", pack::gzip(aqe_log())}}) {
        const EventLog log = read_event_log(name, bytes, {});
        CHECK(log.flaws.empty());
        CHECK(to_json(log)["applications"].dump() == plain);
    }
}

TEST_CASE("a log beyond the part that is parsed in full tells the same") {
    const std::string text = replaced(aqe_log(), R"("Reason":"Success")", R"("Reason":"TaskKilled","Kill Reason":"x")");
    const auto told = [&](std::uint64_t fully_parsed) {
        EventLog log;
        LogBuilder builder(log, {}, fully_parsed);
        MemorySource source(text);
        const auto stream = open_stream(source, Codec::none, {});
        LineReader lines(*stream, 1 << 20);
        for (std::string_view one; lines.next(one) != LineReader::Next::end;) builder.line(one);
        builder.finish();
        return to_json(log).dump();
    };
    CHECK(told(0) == told(1 << 30));
    CHECK(told(20000) == told(0));
}

TEST_CASE("a name that tells another codec than the content is a note") {
    const EventLog log = read_event_log("local-1.lz4", pack::zstd(aqe_log()), {});
    CHECK(codes(log) == Codes{"codec-name"});
    CHECK(log.codecs == std::vector{Codec::zstd});
    CHECK(log.applications.at(0).complete());
    CHECK(codes(read_event_log("local-1.zstd", aqe_log(), {})) == Codes{"codec-name"});
    CHECK(codes(read_event_log("local-1", std::string("\xFF\xFE{\0", 4), {})) == Codes{"unknown-format"});
}

TEST_CASE("re-serialised events are read: blanks, other order, CRLF, byte order mark") {
    std::string text = "\xEF\xBB\xBF";
    std::size_t at = 0;
    for (std::size_t next; (next = aqe_log().find('\n', at)) != std::string::npos; at = next + 1) {
        const auto event = nlohmann::json::parse(aqe_log().substr(at, next - at));  // nlohmann sorts members by name
        std::string out;
        const std::string dumped = event.dump(1, ' ');
        for (const char c : dumped) out += c == '\n' ? ' ' : c;
        text += out + "\r\n";
    }
    const EventLog log = read(text);
    CHECK(codes(log) == Codes{"byte-order-mark line 1"});
    CHECK(log.applications.at(0).tasks.reduce == 8);
    CHECK(log.applications.at(0).tasks.ended == 11);
    CHECK(log.applications.at(0).complete());
    CHECK(log.applications.at(0).executions.at(0).jobs.size() == 2);
}

TEST_CASE("a bad line in the middle is a gap, named with its line") {
    std::string text = aqe_log();
    const auto second = text.find('\n') + 1;
    text.insert(second, "{\"Event\":\"SparkListenerTaskEnd\",\"Stage\n[1]\n\xFF\xFE\n");
    const EventLog log = read(text);
    CHECK(log.unreadable_lines == 3);
    CHECK(log.gaps);
    CHECK(codes(log) == Codes{"bad-line line 2", "bad-line line 3", "bad-line line 4"});
    CHECK(log.applications.at(0).tasks.ended == 11);
    CHECK(log.applications.at(0).complete());
}

TEST_CASE("a cut end mark is forgiven where all else has ended") {
    const std::string body = execution_start(0, "p") + execution_end(0);
    const std::string whole = application("a", body) + end_mark();
    const std::size_t mark = whole.size() - end_mark().size();
    for (std::size_t length = mark; length < whole.size(); ++length) {
        const EventLog log = read(whole.substr(0, length));
        const LogEnd expected = length == whole.size() - 1 ? LogEnd::complete
                                : length >= mark + std::string_view(R"({"Event":"SparkListenerApp)").size()
                                    ? LogEnd::cut_end_mark
                                    : LogEnd::unfinished;
        REQUIRE(log.applications.at(0).end == expected);
        CHECK(log.unreadable_lines == (length > mark && length != whole.size() - 1));
        CHECK_FALSE(log.gaps);
    }
    CHECK(read(application("a", body) + R"({"Event": "SparkListenerApplic)").applications.at(0).end ==
          LogEnd::cut_end_mark);
    // the execution had not ended; another event is cut; the name of the application is not known
    const std::string open = R"({"Event":"SparkListenerApplicationEnd","Ti)";
    CHECK(read(application("a", execution_start(0, "p")) + open).applications.at(0).end == LogEnd::unfinished);
    CHECK(read(application("a", line("SparkListenerJobStart", R"("Job ID":0,"Stage IDs":[])")) + open)
              .applications.at(0)
              .end == LogEnd::unfinished);
    CHECK(read(application("a", body) + R"({"Event":"SparkListenerApplicationStart","App)").applications.at(0).end ==
          LogEnd::unfinished);
    CHECK(read(line("SparkListenerLogStart", R"("Spark Version":"3.5.7")") + open).applications.at(0).end ==
          LogEnd::unfinished);
}

TEST_CASE("a cut task is said, and the log is unfinished") {
    const std::string text = aqe_log().substr(0, aqe_log().size() / 2);
    const EventLog log = read(text);
    REQUIRE(log.flaws.list().size() == 1);
    CHECK(log.flaws.list()[0].code == "cut-line");
    CHECK(log.flaws.list()[0].severity == Severity::partial);
    CHECK(log.applications.at(0).end == LogEnd::unfinished);
    CHECK_FALSE(log.gaps);
}

TEST_CASE("NUL bytes and empty lines") {
    using namespace std::string_literals;
    const EventLog tail = read(application("a", "") + end_mark() + std::string(4096, '\0'));
    CHECK(codes(tail) == Codes{"cut-line line 4"});
    CHECK(tail.applications.at(0).complete());
    const EventLog inside = read(application("a", "") + "\0\0\0\n"s + end_mark());
    CHECK(codes(inside) == Codes{"bad-line line 3"});
    CHECK(inside.gaps);
    const EventLog blank = read(application("a", "\n\n") + end_mark());
    CHECK(codes(blank) == Codes{"blank-line line 3", "blank-line"});
    CHECK(blank.unreadable_lines == 0);
    CHECK(blank.lines == 5);
}

TEST_CASE("an empty log, and a file that is no log") {
    const EventLog empty = read("");
    CHECK(codes(empty) == Codes{"empty"});
    CHECK(empty.flaws.fatal());
    REQUIRE(empty.applications.size() == 1);
    CHECK_FALSE(empty.applications[0].name);
    const EventLog text = read("hello\nworld\n");
    CHECK(text.flaws.fatal());
    CHECK(text.unreadable_lines == 2);
}

TEST_CASE("logs one after another are several applications") {
    const std::string task = line("SparkListenerTaskEnd", R"("Stage ID":0,"Task End Reason":{"Reason":"Success"})");
    const EventLog log = read(application("a", task + task) + end_mark() + application("b", task) +
                              line("SparkListenerTaskEnd", R"("Stage ID":1)"));
    REQUIRE(log.applications.size() == 2);
    CHECK(log.applications[0].name == "a");
    CHECK(log.applications[0].attempt == "2");
    CHECK(log.applications[0].tasks.ended == 2);
    CHECK(log.applications[0].complete());
    CHECK(log.applications[1].name == "b");
    CHECK(log.applications[1].tasks.ended == 2);
    CHECK(log.applications[1].spark_version == "4.0.1");
    CHECK_FALSE(log.applications[1].complete());
    CHECK(log.applications[1].first_line == 6);
    // without LogStart: ApplicationStart tells
    const std::string start = line("SparkListenerApplicationStart", R"("App Name":"c","App ID":"c")");
    CHECK(read(start + end_mark() + start).applications.size() == 2);
}

TEST_CASE("plans: the last update is what ran; plans over the limit are said and left out") {
    const std::string text =
        application(
            "a",
            execution_start(0, "isFinalPlan=false", R"(,"modifiedConfigs":{"spark.sql.shuffle.partitions":"10"})") +
                execution_update(0, "one isFinalPlan=true") + execution_update(0, "two") + execution_end(0)) +
        end_mark();
    const EventLog log = read(text);
    const SqlExecution& execution = log.applications.at(0).executions.at(0);
    CHECK(execution.executed().description == "two");
    CHECK(execution.executed().line == 5);
    CHECK(execution.any_final);
    CHECK(execution.updates == 2);
    CHECK(execution.start.plan_info == R"({"nodeName":"Scan parquet ","x":[1.50, "\"}"]})");
    CHECK(execution.modified_configs.at("spark.sql.shuffle.partitions") == "10");
    Limits small;
    small.log_kept_plan_bytes = 100;
    const EventLog cut = read(text, small);
    CHECK(codes(cut) == Codes{"plan-limit line 3"});
    CHECK_FALSE(cut.applications.at(0).executions.at(0).start.kept);
    CHECK(cut.applications.at(0).executions.at(0).any_final);
    CHECK(cut.flaws.list()[0].message.find("log_kept_plan_bytes: 100") != std::string::npos);
}

TEST_CASE("values of SQL metrics: driver updates first, then what stages say") {
    const std::string updates = line("org.apache.spark.sql.execution.ui.SparkListenerDriverAccumUpdates",
                                     R"("executionId":0,"accumUpdates":[[5,1],[6,10],[6,20]])");
    const std::string stage = line(
        "SparkListenerStageCompleted",
        R"("Stage Info":{"Stage ID":0,"Stage Attempt ID":0,"Number of Tasks":0,"Submission Time":5,"Completion Time":9,)"
        R"("Accumulables":[{"ID":5,"Value":"99","Metadata":"sql"},{"ID":7,"Value":"12","Metadata":"sql"},{"ID":8,"Value":3}]})");
    const EventLog log =
        read(application("a", execution_start(0, "p") + updates + stage + execution_end(0)) + end_mark());
    const Application& app = log.applications.at(0);
    CHECK(app.accumulator(app.executions.at(0), 5) == 1);
    CHECK(app.accumulator(app.executions.at(0), 6) == 30);
    CHECK(app.accumulator(app.executions.at(0), 7) == 12);
    CHECK_FALSE(app.accumulator(app.executions.at(0), 8));
    CHECK_FALSE(app.accumulator(app.executions.at(0), 9));
}

TEST_CASE("events that contradict themselves are counted; totals that differ are told") {
    const EventLog log = read(replaced(aqe_log(), R"("Total Records Read":178)", R"("Total Records Read":179)"));
    REQUIRE(log.applications.at(0).oddities.size() == 1);
    CHECK(log.applications[0].oddities[0] ==
          "stage 3 completed with 1400 records read from shuffles, but its task ends say 1401");
    const std::string task = R"({"Event":"SparkListenerTaskEnd","Stage ID":3)";
    std::string fewer = aqe_log();
    const auto at = fewer.find(task);
    fewer.erase(at, fewer.find('\n', at) + 1 - at);
    CHECK(read(fewer).applications.at(0).oddities ==
          std::vector<std::string>{"stage 3 completed with 8 tasks, but the log has 7 task ends of it"});
    CHECK(read(replaced(aqe_log(), R"("App Name":"spk-plan-aqe")", R"("App Name":"other")"))
              .applications.at(0)
              .oddities.size() == 1);
    const EventLog early =
        read(application("a", line("SparkListenerJobStart", R"("Job ID":0,"Submission Time":50,"Stage IDs":[])") +
                                  line("SparkListenerJobEnd",
                                       R"("Job ID":0,"Completion Time":40,"Job Result":{"Result":"JobSucceeded"})")));
    CHECK(early.applications.at(0).events_out_of_order == 1);
    CHECK(
        read(application("a", execution_start(0, "p") + execution_start(0, "q"))).applications.at(0).oddities.size() ==
        1);
}

TEST_CASE("limits: lines, items, bytes, ratio") {
    Limits limits;
    limits.log_line_bytes = 4000;
    const EventLog lines = read(aqe_log(), limits);
    CHECK(lines.gaps);
    CHECK(lines.unreadable_lines == 6);
    CHECK(lines.flaws.list().at(0).code == "line-too-long");
    limits = {};
    limits.log_items = 2;
    const EventLog items = read(aqe_log(), limits);
    CHECK(items.gaps);
    CHECK(items.applications.at(0).tasks.ended == 11);
    CHECK(items.applications.at(0).job_starts == 3);
    limits = {};
    limits.log_plain_bytes = 1000;
    CHECK(read(aqe_log(), limits).flaws.fatal());
    limits = {};
    limits.inflate_ratio_from_bytes = 1 << 20;
    const EventLog bomb = read_event_log("a.zstd", pack::zstd_frame(std::string(64 << 20, '\n')), limits);
    CHECK(bomb.flaws.fatal());
    CHECK(bomb.plain_bytes < 20 << 20);
}

TEST_CASE("rolling logs: missing, empty and compacted files") {
    const auto rolled = [](const std::vector<std::pair<std::string, std::string>>& files) {
        const TempDir dir;
        for (const auto& [name, text] : files) dir.write("eventlog_v2_x/" + name, text);
        Flaws flaws;
        const auto places = find_event_logs(Tree::of_directory(dir.path(), {}, flaws, false));
        REQUIRE(places.size() == 1);
        return read_event_log(places[0], {});
    };
    const std::string task = line("SparkListenerTaskEnd", R"("Stage ID":0)");
    const EventLog whole = rolled({{"events_1_x", application("a", task)},
                                   {"events_2_x", task},
                                   {"events_10_x", end_mark()},
                                   {"appstatus_x.inprogress", ""}});
    CHECK(codes(whole) == Codes{"missing-file"});
    CHECK(whole.flaws.list()[0].message.find("events_3 to events_9") != std::string::npos);
    CHECK(whole.gaps);
    CHECK(whole.in_progress_name);
    CHECK(whole.applications.at(0).tasks.ended == 2);
    CHECK(whole.applications.at(0).complete());
    CHECK(codes(rolled({{"events_2_x", end_mark()}})) == Codes{"missing-file"});
    CHECK(codes(rolled({{"events_1_x", application("a", "")}, {"events_2_x", ""}})) == Codes{"empty-file"});
    // what is bad at the end of a file that another follows is no cut end
    const EventLog middle = rolled({{"events_1_x", application("a", task) + "{\"Ev"}, {"events_2_x", end_mark()}});
    CHECK(codes(middle) == Codes{"bad-line line 4"});
    CHECK(middle.gaps);
    CHECK(middle.flaws.list()[0].file == "eventlog_v2_x/events_1_x");
    const EventLog compacted = rolled({{"events_1_x", application("old", task)},
                                       {"events_2_x.compact", application("a", "")},
                                       {"events_3_x", task + end_mark()}});
    CHECK(compacted.compacted);
    CHECK(compacted.gaps);
    CHECK(compacted.applications.size() == 1);
    CHECK(compacted.applications.at(0).name == "a");
    CHECK(codes(compacted) == Codes{"compacted", "before-compaction"});
    CHECK(codes(rolled({{"appstatus_x", ""}})) == Codes{"empty"});
}

TEST_CASE("a corrupt block is named with its byte, and what came before it stands") {
    std::string packed = pack::lz4(aqe_log(), 8192);
    const auto third = packed.find("LZ4Block", packed.find("LZ4Block", 1) + 1);
    packed[third + 60] ^= 4;
    const EventLog log = read_event_log("local-1.lz4", packed, {});
    CHECK(log.plain_bytes == 2 * 8192);
    CHECK(log.gaps);
    REQUIRE(log.flaws.list().size() == 2);
    CHECK(codes(log)[0] == "corrupt-block byte " + std::to_string(third));
    CHECK(log.applications.at(0).name == "spk-plan-aqe");
    CHECK_FALSE(log.applications.at(0).complete());
}

TEST_CASE("JSON of the evidence") {
    const nlohmann::json json = to_json(read(aqe_log()));
    CHECK(json.at("lines") == 48);
    const auto& app = json.at("applications").at(0);
    CHECK(app.at("name") == "spk-plan-aqe");
    CHECK(app.at("attempt").is_null());
    CHECK(app.at("spark_version") == "3.5.7");
    CHECK(app.at("complete") == true);
    CHECK(app.at("jobs") == 3);
    CHECK(app.at("sql_executions") == 1);
    CHECK(app.at("tasks").at("ended") == 11);
    CHECK(app.at("tasks").at("failed") == 0);
    CHECK(app.at("tasks").at("reduce") == 8);
    CHECK(json.at("flaws").empty());
    CHECK(to_json(read(end_mark())).at("applications").at(0).at("name").is_null());
}

}  // namespace plangrade::spark
