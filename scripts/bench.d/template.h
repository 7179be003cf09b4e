/* Texts from arguments: their bytes, and the places of a set that change from set to set. */
#ifndef TEMPLATE_H
#define TEMPLATE_H
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_DIGITS = 10, MAX_PLACES = 4 };

struct template {
    char *bytes;
    size_t count;
    size_t tokens[MAX_PLACES], bits[MAX_PLACES], keys[MAX_PLACES]; /* offsets */
    uint32_t key_totals[MAX_PLACES];
    int token_count, bit_count, key_count;
};

static inline bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

enum { KEY_DIGITS = 6 };

struct text {
    char *bytes;
    size_t count;
};

/* The bytes that an argument stands for: \xHH is a byte. */
static struct text parse_text(const char *argument)
{
    struct text text = {malloc(strlen(argument) + 1), 0};
    while (*argument != '\0') {
        if (argument[0] == '\\' && argument[1] == 'x') {
            char digits[3] = {argument[2], argument[2] ? argument[3] : '\0', '\0'};
            text.bytes[text.count++] = (char)strtol(digits, NULL, 16);
            argument += 2 + strlen(digits);
        } else {
            text.bytes[text.count++] = *argument++;
        }
    }
    text.bytes[text.count] = '\0';
    return text;
}

/* Reads a text with <token>, <token:N>, <key:N> and <bit>; false when it is too long or has too many. */
static bool parse_template(struct template *set, const char *argument, size_t limit)
{
    struct text all = parse_text(argument);
    set->bytes = malloc(limit);
    for (const char *text = all.bytes; text < all.bytes + all.count;) {
        size_t width = 0;
        const char *end = strchr(text, '>');
        if (end != NULL && strncmp(text, "<token", 6) == 0) {
            width = text[6] == ':' ? strtoul(text + 7, NULL, 10) : TOKEN_DIGITS;
            if (width < TOKEN_DIGITS || set->token_count == MAX_PLACES)
                return false;
            set->tokens[set->token_count++] = set->count;
        } else if (end != NULL && strncmp(text, "<bit>", 5) == 0) {
            if (set->bit_count == MAX_PLACES)
                return false;
            width = 5;
            set->bits[set->bit_count++] = set->count;
        } else if (end != NULL && strncmp(text, "<key:", 5) == 0) {
            if (set->key_count == MAX_PLACES)
                return false;
            width = KEY_DIGITS;
            set->key_totals[set->key_count] = (uint32_t)strtoul(text + 5, NULL, 10);
            if (set->key_totals[set->key_count] == 0)
                return false;
            set->keys[set->key_count++] = set->count;
        }
        if (set->count + (width > 0 ? width : 1) > limit)
            return false;
        if (width > 0) {
            memset(set->bytes + set->count, 'x', width);
            set->count += width;
            text = end + 1;
        } else {
            set->bytes[set->count++] = *text++;
        }
    }
    return set->count > 0;
}

/* Writes the text of set number n and returns its length. */
static size_t fill_template(const struct template *set, char *into, uint32_t number)
{
    char token[TOKEN_DIGITS];
    uint32_t rest = number;
    for (int digit = TOKEN_DIGITS - 1; digit > 0; digit--, rest /= 10)
        token[digit] = (char)('0' + rest % 10);
    token[0] = '9';
    memcpy(into, set->bytes, set->count);
    for (int i = 0; i < set->token_count; i++)
        memcpy(into + set->tokens[i], token, TOKEN_DIGITS);
    for (int i = 0; i < set->bit_count; i++)
        memcpy(into + set->bits[i], number % 2 ? "true " : "false", 5);
    for (int i = 0; i < set->key_count; i++) {
        char *digits = into + set->keys[i];
        uint32_t key = number % set->key_totals[i];
        for (int digit = KEY_DIGITS - 1; digit >= 0; digit--, key /= 10)
            digits[digit] = (char)('0' + key % 10);
    }
    return set->count;
}
#endif
