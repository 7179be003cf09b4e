/// The C wall in front of the C++ library simdjson, and of C++'s shortest digits of a double.
///
/// Threads: a parser belongs to one thread at a time. Memory: whatever a view points to belongs
/// to the parser and is valid until the next parse, trim or destroy.
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a parse.
typedef enum {
    CSJ_OK = 0,
    /// More containers inside one another than allowed (see csj_parse).
    CSJ_DEPTH = 1,
    /// Not JSON, or not UTF-8.
    CSJ_SYNTAX = 2,
    /// A number that is malformed or does not fit: the parser does not tell which.
    CSJ_NUMBER = 3,
    /// Nothing but whitespace.
    CSJ_EMPTY = 4,
    /// Too long, or no memory.
    CSJ_CAPACITY = 5
} csj_code;

/// Where a parsed document lies: simdjson's tape of 64-bit words and its string buffer.
typedef struct {
    const uint64_t *tape;
    const uint8_t *strings;
} csj_view;

typedef struct csj_parser csj_parser;

/// A new parser, or NULL without memory. The caller frees it with csj_destroy.
csj_parser *csj_create(void);

/// Frees a parser and the document it holds. NULL is allowed.
void csj_destroy(csj_parser *parser);

/// Parses `length` bytes, behind which 64 more must be readable, whatever they hold.
///
/// CSJ_DEPTH is answered when a container that is not empty is the `depth`th from outside, or an
/// empty one the `depth + 1`th. `view` is written only with CSJ_OK.
csj_code csj_parse(csj_parser *parser, const uint8_t *bytes, size_t length, size_t depth,
                   csj_view *view);

/// Bytes of document the parser can take without allocating.
size_t csj_capacity(const csj_parser *parser);

/// Writes the shortest decimal digits that read back as `value`, which is finite and greater than
/// 0: up to 17 to `digits`, no trailing zeros; returns their number. The value is
/// d.ddd × 10^exponent.
int csj_shortest_digits(double value, char *digits, int *exponent);

#ifdef __cplusplus
}
#endif

#endif
