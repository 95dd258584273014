// An SQL aggregate of our own: the smallest and largest value of a column and its nulls, in one pass over the column.
#pragma once

struct sqlite3;

namespace plangrade {

/// span(x): "nulls|min|max" over integers, or over texts of at most 40 bytes compared by bytes (dates); "nulls||" where
/// all are null. NULL where the column mixes kinds or holds anything else: then nothing is said of it.
bool add_span_function(sqlite3* db);

}  // namespace plangrade
