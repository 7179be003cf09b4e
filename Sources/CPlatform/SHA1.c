#include "SHA1.h"

#include <string.h>

static inline uint32_t rotate(uint32_t word, int count) {
  return word << count | word >> (32 - count);
}

static inline uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void take(uint32_t *state, const uint8_t *block) {
  uint32_t words[80];
  for (int i = 0; i < 16; i++) words[i] = big_endian(block + 4 * i);
  for (int i = 16; i < 80; i++) {
    words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  for (int i = 0; i < 80; i++) {
    uint32_t mix = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                   : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                   : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                            : (b ^ c ^ d) + 0xca62c1d6;
    uint32_t next = rotate(a, 5) + mix + e + words[i];
    e = d, d = c, c = rotate(b, 30), b = a, a = next;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

void csystem_sha1(const void *message, size_t count, uint8_t *digest) {
  uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  const uint8_t *bytes = message;
  size_t whole = count / 64 * 64;
  for (size_t i = 0; i < whole; i += 64) take(state, bytes + i);

  uint8_t end[128] = {0};
  size_t rest = count - whole, length = rest < 56 ? 64 : 128;
  if (rest > 0) memcpy(end, bytes + whole, rest);
  end[rest] = 0x80;
  for (int i = 0; i < 8; i++) end[length - 1 - i] = (uint8_t)((uint64_t)count * 8 >> 8 * i);
  for (size_t i = 0; i < length; i += 64) take(state, end + i);

  for (int i = 0; i < 20; i++) digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}
