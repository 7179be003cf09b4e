/* The time of a clock that never goes back. */
#ifndef CLOCK_H
#define CLOCK_H
#include <stdint.h>
#include <time.h>

/* In nanoseconds. */
static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

#endif
