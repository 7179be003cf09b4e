/* branches: what a processor's wake-up costs the code behind it. 3,000 branches, each in a place of its
 * own, are timed warm, after an answer from a thread on the same processor and after one from a thread on
 * another; and as many steps without branches, for comparison. Prints medians in nanoseconds, as JSON.
 *
 *   branches CPU OTHER
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"

enum { BRANCHES = 3000, RUNS = 2001, PAUSE_NS = 20000 };

static volatile uint8_t pattern[BRANCHES];
static int questions[2], answers[2];

#define KEEP(x) __asm__ volatile("" : "+r"(x))
#define TEN(step) step step step step step step step step step step
#define HUNDRED(step) TEN(TEN(step))
#define ALL(step) TEN(HUNDRED(step)) TEN(HUNDRED(step)) TEN(HUNDRED(step))

__attribute__((noinline)) static uint64_t branching(uint64_t x)
{
    const volatile uint8_t *next = pattern;
    ALL(if (*next++) { x = x * 3 + 1; KEEP(x); } else { x ^= 7; KEEP(x); })
    return x;
}

__attribute__((noinline)) static uint64_t straight(uint64_t x)
{
    const volatile uint8_t *next = pattern;
    ALL(x = x * 3 + *next++; KEEP(x); x ^= 7; KEEP(x);)
    return x;
}

static void pin(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set)) {
        perror("branches: pin");
        exit(1);
    }
}

/* Answers each byte after a while, as a client that thinks before it asks again. */
static void *respond(void *cpu)
{
    pin(*(int *)cpu);
    char byte;
    while (read(questions[0], &byte, 1) == 1) {
        for (uint64_t end = now() + PAUSE_NS; now() < end;) {}
        if (write(answers[1], &byte, 1) != 1)
            break;
    }
    return NULL;
}

static void ask(void)
{
    char byte = 0;
    if (write(questions[1], &byte, 1) != 1 || read(answers[0], &byte, 1) != 1)
        exit(1);
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static unsigned long median(uint64_t (*work)(uint64_t), int asks)
{
    static uint64_t times[RUNS];
    static volatile uint64_t result;
    for (int run = 0; run < RUNS; run++) {
        if (asks)
            ask();
        uint64_t began = now();
        result = work(result + (uint64_t)run);
        times[run] = now() - began;
    }
    qsort(times, RUNS, sizeof *times, ascending);
    return times[RUNS / 2];
}

/* Starts a thread that answers from a processor; it and its pipes go with the program. */
static void answer_from(int *cpu)
{
    pthread_t thread;
    if (pipe(questions) || pipe(answers) || pthread_create(&thread, NULL, respond, cpu))
        exit(1);
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 64;
    int here = atoi(arguments[1]), other = atoi(arguments[2]);
    srandom(1);
    for (int place = 0; place < BRANCHES; place++)
        pattern[place] = random() & 1;
    pin(here);
    printf("{\"warm\": %lu, \"straight\": %lu, ", median(branching, 0), median(straight, 0));
    answer_from(&here);
    printf("\"sameCPU\": %lu, ", median(branching, 1));
    answer_from(&other);
    printf("\"otherCPU\": %lu, \"straightOtherCPU\": %lu}\n", median(branching, 1), median(straight, 1));
    return 0;
}
