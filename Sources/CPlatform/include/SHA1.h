/* SHA-1 (FIPS 180-4), for protocols that ask for it; nothing relies on it for security. */
#ifndef CSYSTEM_SHA1_H
#define CSYSTEM_SHA1_H
#include <stddef.h>
#include <stdint.h>

/* Writes the digest of a message to 20 bytes. */
void csystem_sha1(const void *message, size_t count, uint8_t *digest);

#endif
