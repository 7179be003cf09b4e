#include <sqlite3.h>

/* Calls with a variable number of arguments, which Swift cannot make. */

/* Sets one yes or no of a connection (SQLITE_DBCONFIG_…); a result code. */
static inline int csqlite_set_flag(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/* Gives a connection slots for small allocations, in memory of SQLite's own; a result code. */
static inline int csqlite_set_lookaside(sqlite3 *database, int bytes, int count) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, bytes, count);
}
