/* What the server's processes have used so far. */
#ifndef PROCESS_H
#define PROCESS_H
#include <stdio.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PROCESSES = 16 };

struct processes {
    pid_t ids[MAX_PROCESSES];
    int count;
};

struct usage {
    double cpu_ns;       /* of all of them, threads included */
    double resident_kib; /* of the first one */
};

static void add_process(struct processes *all, pid_t id)
{
    if (all->count < MAX_PROCESSES)
        all->ids[all->count++] = id;
}

static struct usage usage_of(const struct processes *all)
{
    struct usage sum = {0};
    for (int i = 0; i < all->count; i++) {
        clockid_t clock;
        struct timespec time;
        if (clock_getcpuclockid(all->ids[i], &clock) == 0 && clock_gettime(clock, &time) == 0)
            sum.cpu_ns += (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
    }
    if (all->count > 0) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d/statm", (int)all->ids[0]);
        FILE *file = fopen(path, "r");
        unsigned long pages = 0;
        if (file != NULL && fscanf(file, "%*u %lu", &pages) == 1)
            sum.resident_kib = (double)pages * (double)sysconf(_SC_PAGESIZE) / 1024;
        if (file != NULL)
            fclose(file);
    }
    return sum;
}
#endif
