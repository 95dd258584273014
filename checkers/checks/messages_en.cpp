// Every message of a verdict, in English. Rules: file and place first; both sides; what to do next in one sentence; no
// blame.
#include <array>

#include "checks/messages.hpp"

namespace plangrade {
namespace {

constexpr std::array kMessages{
    // what was handed in is missing or can't be read
    Message{"missing-file", "{file} is not in the hand-in.[near| There is {near}; if that is it, put it at {file}.]"},
    Message{"unreadable", "{file}[at|, {at}]: {flaw}"},
    Message{"missing-key", "{file} has no {pointer}.[keys| The keys [parent|below {parent} ]are {keys}.]"},
    Message{"wrong-type", "{place}[shown_value| is {shown_value}][found| ({found})]; the lab asks for {wanted}."},
    Message{"no-section",
            "{file} has no section \"## {title}\".[near| Nearest: {near}.][!near|[headings| Its headings are: "
            "{headings}.][!headings| It has no headings at all.]]"},
    Message{"no-plan-section",
            "{file} has no section \"{title}\".[mode| It is the output of explain mode {mode}[sections| with the "
            "sections {sections}].][!mode|[sections| Its sections are: {sections}.][!sections| It has no sections at "
            "all.]]"},
    Message{"no-node",
            "[of_run|The plan that ran][!of_run|{place}] has no {op}[location| over {location}].[scans| It reads: "
            "{scans}.][operators| It has: {operators}.][of_run| ({place})]"},
    Message{"no-attribute", "{place} is not there: the {op} has no {name}."},
    Message{"not-adaptive",
            "{place} does not say isFinalPlan: it is not an adaptive plan. Leave spark.sql.adaptive.enabled on (the "
            "default)."},
    Message{"no-column", "{file} has no column {column}. Its columns are {columns}."},
    Message{"no-sound-file", "{file}: no file in it can be read as Parquet."},
    Message{"header-not-in-all",
            "{file}: its files do not all begin with the same header line. Write it with option header = true."},
    Message{"no-table-row", "{file} has no table row with a cell {row}."},
    Message{"rows-disagree",
            "{file} has two rows {row} that disagree: {left} in line {line}, {right} in line {other_line}. Keep the "
            "right one."},
    Message{"no-subtasks",
            "{file} lacks the subtasks of {vertex}, so nothing shows how its rows spread. Add the answer of "
            "/jobs/<jid>/vertices/{id}."},
    Message{"no-jid", "{file} has no \"jid\": the job's id is part of the answer of /jobs/<jid>."},
    Message{"no-metric",
            "{place} is not there: this {op} has no such metric. Only scans of partitioned folders count partitions."},
    Message{"no-item", "{place} has no item {pointer}.[found| It has: {found}.][!found| It has none at all.]"},
    Message{"no-counter", "{file} has no counter {metric} of {op}. Ask the running job for it while it runs."},
    Message{
        "no-growth",
        "{file}: {counter} does not grow from one sample to the next, so the samples show nothing. Sample while rows "
        "arrive, more than 10 s apart (Flink refreshes its metrics every 10 s)."},
    Message{
        "counters-disagree",
        "{file} and {other} do not belong together: {op} has {what} {left} in the job and {right} in the last sample."},
    Message{
        "other-version",
        "{file} has the keys of an answer of Flink {hint}, but {other} says \"{version}\". Hand in both of one run."},
    Message{"counters-agree", "{file} and {other} tell the same."},
    Message{"no-common-counter",
            "{file} and {other} have no counter of one operator in common, so nothing shows that they are of one run."},
    Message{"no-estimates", "{file} has no estimated rows. Explain with ESTIMATED_COST."},
    Message{"broken", "{file}[at|, {at}]: {flaw} Hand it in as Flink gave it."},
    Message{"error-instead-of-plan", "{file} holds an error message instead of a plan: {error}"},
    Message{"no-error", "{file} holds no error message of Flink."},
    // what can't be decided
    Message{
        "no-common-section",
        "{file} and {other} have no plan section in common, so they can't be compared. Hand in both EXPLAINs whole."},
    Message{
        "truncated",
        "{place} was cut by Spark (\"...\"), so nothing can be said about it. Raise spark.sql.debug.maxToStringFields "
        "and spark.sql.maxMetadataStringLength, or hand in explain mode formatted."},
    Message{"no-metric-value",
            "{place}: the event log holds no value of this metric. Run the script to its end and hand in the finished "
            "log."},
    Message{"compacted-log",
            "{log} was compacted by the history server: events of finished jobs are gone, so tasks can't be counted. "
            "Hand in the log as the application wrote it."},
    Message{"log-with-gaps",
            "{log}[at|, {at}]: {flaw} A part of the log is lost, so its tasks can't be counted. Hand in the log as the "
            "application wrote it."},
    Message{"no-logged-plan", "The event log has no readable plan of this query."},
    Message{"plan-not-kept",
            "The event log holds more plans than are kept in memory ({limit}), and this one was left out."},
    Message{"query-failed",
            "The lab's own query could not be answered: {why}. This is not the student's fault; tell the teacher."},
    Message{"rubric-fault",
            "The lab's rubric uses '{selector}' on something that has no such thing. This is not the student's fault; "
            "tell the teacher."},
    Message{"needs-run", "Waits for the run of this step (check \"run\")."},
    Message{"needs-execution", "Waits for the query of this step (check \"run\")."},
    Message{"needs-run-of-step", "Cannot be decided, because step {step} has no run that counts: {because}"},
    Message{"waits", "Waits for {waits_for}."},
    Message{"unproven", "Right as far as it goes; to be counted once {waits_for} passes."},
    Message{"step-waits", "Waits for the step {waits_for}."},
    Message{"not-applicable", "Does not apply here."},
    // comparisons that hold
    Message{"equal", "{place}: right."},
    Message{"matches", "{place}: right."},
    Message{"contains", "{place}: right."},
    Message{"every", "{place}: right."},
    Message{"any", "{place}: right."},
    Message{"none", "{place}: right."},
    Message{"exists", "{place}: right."},
    Message{"rows-equal", "{place}: all {rows} rows are right."},
    Message{"statistics-equal", "{place}: the footer statistics fit the given data ({columns} columns compared)."},
    Message{"sound", "{place}: sound."},
    Message{"plan-equal", "{file} is the plan that ran."},
    Message{"same-statement", "{place}: of the same statement."},
    // comparisons that fail
    Message{"other-statement",
            "{file} and {other} do not belong together.[left|\n  {file}[line| line {line}] has {left}][right|\n  "
            "{other}[other_line| line {other_line}] has {right}][!left|\n  {file} has nothing like it][!right|\n  "
            "{other} has nothing like it]"},
    Message{"sections-differ",
            "{file}: its sections tell of two plans.[left|\n  line {line} of the physical plan has "
            "{left}][right|\n  line {other_line} of the execution plan has {right}]\n  Flink prints both from one "
            "plan: hand in one EXPLAIN, whole."},
    Message{"does-not-name", "{place} is {left}; it does not name what differs[name|, such as {name}]."},
    Message{
        "differs",
        "{at_place}[same_line| is {left}[right|; {other} {right}].][!same_line|\n  {own_label}{left}[right|\n  "
        "{other_label}{right}[mark|\n                  {mark} first difference]]][order|\n  The items are the right "
        "ones in another order.][counts|\n  {counts}][where|\n  {where}][because|\n  {because}]"},
    Message{
        "differs-missing",
        "{at_place}: [right|{right}][!right|an item] is missing here[of_run|; your run has it][source|; {source} has "
        "it].[counts| {counts}][where|\n  {where}][because|\n  {because}]"},
    Message{"differs-extra",
            "{at_place}: {left} is too much here[of_run|; your run does not have it][source|; {source} does not have "
            "it].[counts| {counts}][where|\n  {where}][because|\n  {because}]"},
    Message{"differs-type",
            "{at_place} is {left}[found| ({found})]; [of_run|your run has {wanted}][source|{source} has "
            "[right|{right}][!right|{wanted}]][neither|{wanted} is asked for].[where|\n  {where}][because|\n  "
            "{because}]"},
    Message{"not-one-of",
            "{place} is {left}[source|; {source} has {right}][!source|[expected|; one of {expected} is asked "
            "for]].[because|\n  {because}]"},
    Message{"too-small",
            "{place} is {left}[expected|, which is less than {expected}][!expected|, which is too small]."},
    Message{"too-large",
            "{place} is {left}[expected|, which is more than {expected}][!expected|, which is too large]."},
    Message{"no-match", "{place} is {left}, which does not fit."},
    Message{"does-not-contain",
            "{place}[in_report| [left|has these numbers: {left}. The right one is not among them.][!left|has no "
            "number.]][!in_report| does not have [right|{right}][!right|what is asked for]. It has "
            "[left|{left}][!left|nothing].]"},
    Message{"none-does", "{place}: [left|none of {left} fits][!left|there is nothing]."},
    Message{"same-as", "{place} and {other} are the same: {item}."},
    Message{"one-does", "{place} has {item}, which must not be there."},
    Message{
        "not-absent",
        "[lacks|{place} has no {lacks}[others|, nor have {others} more].][!lacks|{place} is there and must not be.]"},
    Message{"rows-differ",
            "{place} has {rows} rows[expected| where {expected} are right][missing|; missing: "
            "{missing}][some_missing|; some are "
            "missing][missing_rows| (such as {missing_rows})][extra|; not asked for: {extra}][extra_rows| (such as "
            "{extra_rows})]."},
    Message{"columns-differ",
            "{file} has the columns {found}[missing|; missing: {missing}][extra|; not asked for: {extra}][order|; they "
            "stand in another order]."},
    Message{"statistics-differ",
            "{place}: column {column} has {what} {actual} in the Parquet footers[expected|; the given data have "
            "{expected}][!expected|; the given data have another]. The folder was written from other data."},
    Message{"unsound", "{file}[at|, {at}]: {flaw}[others| (and {others} more like it)]"},
    Message{"plan-differs",
            "{file}[line| line {line}] differs from the plan that ran[what| ({what})]; ids renumbered on both sides:\n "
            " you handed in   {left}\n  your run has    {right}[mark|\n                  {mark} first difference]\n  "
            "Compared with: {run}[query| ({query})]."},
    // the run of a step
    Message{"run-found", "{run}."},
    Message{"no-logs",
            "No event log was handed in, so nothing shows what {app} did. Run [script|{script} ][!script|it ]with "
            "--conf spark.eventLog.enabled=true --conf spark.eventLog.dir=file:///FOLDER and hand in what it writes to "
            "that folder.[packed| What is packed in {packed} is not looked into: unpack it first.]"},
    Message{"no-run",
            "None of the event logs handed in is of an application called {app}[apps|; they are of {apps}].[near| Is "
            "it {near}? The name must be exactly {app}.] Run [script|{script}][!script|it] with event logging on "
            "(spark.eventLog.enabled=true) and hand in its log.[packed| What is packed in {packed} is not looked into: "
            "unpack it first.]"},
    Message{"unreadable-log",
            "{log}[at|, {at}]: {flaw} It may be the missing log of {app}: run [script|{script} ][!script|it ]again to "
            "its end and hand in the new log."},
    Message{"unfinished-run",
            "{log} stops after {lines} lines: {app} ({id}) was killed or is still running. Run [script|{script} "
            "][!script|it ]to its end (spark.stop()) and hand in the finished log; nothing else has to change."},
    Message{"compacted-run",
            "{log} was compacted by the history server: events of finished jobs are gone, so it proves nothing. Hand "
            "in the log as the application wrote it."},
    Message{"no-write",
            "{app} ({id}) finished, but none of its queries wrote {path}.[wrote| It wrote {wrote}.] The files in "
            "{path} are not of this run."},
    Message{"no-read", "{app} ({id}) finished, but none of its queries read {path}.[read| It read {read}.]"},
    Message{"no-query", "{app} ({id}) finished, but ran no SQL query (a collect() on the DataFrame is one)."},
    Message{
        "query-error",
        "{app} ({id}), execution {execution} ({query}) failed: {error}. Run it again until it ends without an error."},
    Message{"query-unfinished",
            "{app} ({id}), execution {execution} ({query}) has no end in the log, so it proves nothing. Run "
            "[script|{script} ][!script|it ]to its end and hand in the finished log."},
    Message{"log-contradicts-itself",
            "{log}: execution {execution} tells two different stories of what it read: {what} is \"{in_text}\" in its "
            "plan text and \"{in_info}\" in its plan tree. Spark writes both from the same plan, so this log proves "
            "nothing. Hand in the log as Spark wrote it."},
    // flags
    Message{"newer-run",
            "Several runs of {app} are handed in; a newer one ({newer}) does not fit what was handed in for step "
            "{step}, an older one ({id}) does and was used."},
    Message{"other-contradiction",
            "{log}: execution {execution} of {app} tells two different stories of what it read ({what}); no step rests "
            "on it."},
    Message{"edited-log",
            "{log}: execution {execution} of {app}: {what} is \"{in_text}\" in the plan text and \"{in_info}\" in the "
            "plan tree. Spark writes both from the same plan."},
    Message{"not-searched", "{log}: not all of its SQL executions were searched for signs of editing ({limit})."},
    Message{"odd-log", "{log}: {what}"},
    Message{"edited-after-writing", "{files} changed after Hadoop wrote it: the checksum file beside it does not fit."},
    Message{"other-data",
            "{steps}: the run read {read} {unit} of {folder}, the folder handed in has {has}. It was written again "
            "since, or the run was on other data."},
    Message{"other-place", "Step {step}: {file} reads {text_location}, the run that counts read {run_location}."},
    Message{"uneven-counters", "{file}, {at}: {what}"},
    Message{"check-flag", "Step {step}, check {check}: {message}"},
};

}  // namespace

std::span<const Message> english_messages() {
    return kMessages;
}

}  // namespace plangrade
