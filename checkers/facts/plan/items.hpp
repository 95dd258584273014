// Lists and paths inside plan attributes: `[A(x,1), B(y)]` into items, ids renumbered, locations compared by whole path
// parts. Source of the forms: Spark 3.0 to 4.3, FileSourceScanExec.metadata, sql.sources.Filter.toString, ExprId and
// plan_id in QueryPlan/Exchange stringArgs. Values are written without quotes or escapes, so a literal can hold any
// bracket or comma.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plangrade {

/// `[A(x,1), B(y)]` -> {"A(x,1)", "B(y)"}: splits at ", " outside brackets; outer square brackets, if any, are taken
/// off.
/// "[]" and "" have no items. A literal with a bracket too few or too many (`EqualTo(s,a, b])`) does not swallow the
/// items behind it: brackets are counted from each item's start, and ", " followed by the start of a filter ends an
/// item whose brackets can't be balanced. Linear time; never throws.
std::vector<std::string> split_items(std::string_view list);

/// `#12`, `#12L`, `plan_id=27` and `[id=#27]` renumbered by first appearance: `#1`, `#2L`, `plan_id=1`, `[id=#1]`.
/// Expression ids and plan ids count apart; a type suffix stays. Two texts that differ only in ids become equal.
std::string renumber_ids(std::string_view text);

/// True where the last path parts of a location are those of `relative`: "file:/root/spk/plan/orders_pq" ends with
/// "orders_pq" and "plan/orders_pq"; "/x/my_orders_pq" does not. Schemes and hosts, repeated and trailing slashes, "."
/// parts and percent encoding on the location's side don't matter; a trailing "/*" or "/*.parquet" glob counts as the
/// folder. Empty `relative`: false.
bool path_ends_with(std::string_view location, std::string_view relative);

/// True where the location is `relative` (as above) or lies below it:
/// "file:/x/orders_pq/order_date=2026-02-14/part-0.parquet".
bool path_is_in(std::string_view location, std::string_view relative);

}  // namespace plangrade
