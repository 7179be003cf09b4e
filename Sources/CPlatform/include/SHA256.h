/* SHA-256 (FIPS 180-4): the part that must be fast in builds without optimisation too. */
#ifndef CSYSTEM_SHA256_H
#define CSYSTEM_SHA256_H
#include <stddef.h>
#include <stdint.h>

/* Takes count blocks of 64 bytes into the state of eight words. */
void csystem_sha256_blocks(uint32_t *state, const void *blocks, size_t count);

#endif
