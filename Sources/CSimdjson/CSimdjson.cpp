#include "CSimdjson.h"

#include <charconv>
#include <new>

#include <simdjson.h>

namespace {

/// Documents up to this size never allocate.
constexpr size_t base_capacity = 4096;
/// A parser larger than this shrinks again after a run of short documents.
constexpr size_t kept_capacity = 65536;
/// How many short documents make such a run.
constexpr unsigned short_run = 1024;

csj_code code_of(simdjson::error_code error) {
    switch (error) {
    case simdjson::SUCCESS: return CSJ_OK;
    case simdjson::DEPTH_ERROR: return CSJ_DEPTH;
    case simdjson::NUMBER_ERROR: return CSJ_NUMBER;
    case simdjson::EMPTY: return CSJ_EMPTY;
    case simdjson::CAPACITY:
    case simdjson::MEMALLOC: return CSJ_CAPACITY;
    default: return CSJ_SYNTAX;
    }
}

size_t rounded_capacity(size_t length) {
    size_t capacity = base_capacity;
    while (capacity < length) capacity *= 2;
    return capacity;
}

}  // namespace

struct csj_parser {
    simdjson::dom::parser parser;
    size_t capacity = 0;
    size_t depth = 0;
    unsigned short_documents = 0;

    simdjson::error_code resize(size_t wanted, size_t wanted_depth) {
        if (auto error = parser.allocate(wanted, wanted_depth)) return error;
        if (auto error = parser.doc.allocate(wanted)) return error;
        capacity = wanted;
        depth = wanted_depth;
        short_documents = 0;
        return simdjson::SUCCESS;
    }
};

extern "C" {

csj_parser *csj_create(void) { return new (std::nothrow) csj_parser; }

void csj_destroy(csj_parser *parser) { delete parser; }

csj_code csj_parse(csj_parser *parser, const uint8_t *bytes, size_t length, size_t depth,
                   csj_view *view) {
    if (__builtin_expect(length > parser->capacity || depth != parser->depth, 0)) {
        size_t wanted = rounded_capacity(length);
        if (wanted < parser->capacity) wanted = parser->capacity;
        if (auto error = parser->resize(wanted, depth)) {
            parser->capacity = 0;
            return code_of(error);
        }
    } else if (__builtin_expect(parser->capacity > kept_capacity, 0)) {
        if (length > base_capacity) {
            parser->short_documents = 0;
        } else if (++parser->short_documents == short_run) {
            if (parser->resize(base_capacity, parser->depth)) parser->capacity = 0;
            return csj_parse(parser, bytes, length, depth, view);
        }
    }
    auto error = parser->parser.implementation->parse(bytes, length, parser->parser.doc);
    if (__builtin_expect(error != simdjson::SUCCESS, 0)) return code_of(error);
    view->tape = parser->parser.doc.tape.get();
    view->strings = parser->parser.doc.string_buf.get();
    return CSJ_OK;
}

size_t csj_capacity(const csj_parser *parser) { return parser->capacity; }

int csj_shortest_digits(double value, char *digits, int *exponent) {
    char text[32];
    auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
    int count = 0;
    const char *cursor = text;
    for (; cursor < end && *cursor != 'e'; cursor++)
        if (*cursor != '.') digits[count++] = *cursor;
    bool negative = cursor[1] == '-';
    int power = 0;
    for (cursor += 2; cursor < end; cursor++) power = power * 10 + (*cursor - '0');
    *exponent = negative ? -power : power;
    while (count > 1 && digits[count - 1] == '0') count--;
    return count;
}

}  // extern "C"
