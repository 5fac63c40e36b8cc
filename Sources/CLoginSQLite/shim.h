// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import: these two bind a value that SQLite copies at once.

static inline int login_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int length) {
    return sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
}

static inline int login_sqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, int length) {
    // A null pointer would bind NULL, so an empty value is a blob of no bytes.
    if (length == 0) return sqlite3_bind_zeroblob(statement, place, 0);
    return sqlite3_bind_blob(statement, place, bytes, length, SQLITE_TRANSIENT);
}
