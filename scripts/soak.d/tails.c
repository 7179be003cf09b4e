/* Many readers of one log at a real engine, each with a pace, as a fleet's daemons have it.

     tails PORT PID COUNT PACE RATE SECONDS [daemons]

   COUNT connections send XREAD as buttond-fleet does, at most one in PACE milliseconds, while one more
   makes RATE changes a second through the fleet's functions. With `daemons` each also says that it is
   there and asks whether its cursor holds, as often as daemons do. PID is the engine's process. Prints
   one JSON object; ends with 1 when a reader did not get every revision once and in order. */
#define _GNU_SOURCE
#include "../bench.d/clock.h"
#include "../bench.d/process.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>

enum { CHUNK = 1 << 20, AGES = 60000, LIFE = 16 };
static const uint64_t MS = 1000000, SECOND = 1000000000;

/* A reader of the log. */
struct tail {
    int descriptor;
    int skips;      /* replies that come before that to XREAD */
    int batch;      /* entries that it asks for */
    bool is_asking; /* whether a reply to XREAD is due */
    uint64_t revision, earliest, verify, presence;
    uint64_t replies;
    char *rest; /* the beginning of a reply */
    size_t rest_size;
};

static struct tail *tails;
static int count, loop, writer;
static uint64_t pace, interval, next_change, changes, answered, end_of_changes;
static bool as_daemons;
static uint64_t deliveries, breaks, ages[AGES];
static char chunk[CHUNK];

static void fail(const char *what)
{
    fprintf(stderr, "tails: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void complain(const char *what, const char *text, size_t size)
{
    fprintf(stderr, "tails: %s: %.*s\n", what, (int)(size < 200 ? size : 200), text);
    exit(2);
}

static int connect_to(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0)
        fail("connect");
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return descriptor;
}

/* Adds a command to a text, word by word, up to NULL. */
static size_t add_command(char *text, size_t size, ...)
{
    va_list words, again;
    int number = 0;
    va_start(words, size);
    va_copy(again, words);
    while (va_arg(again, const char *) != NULL)
        number++;
    va_end(again);
    size += (size_t)sprintf(text + size, "*%d\r\n", number);
    for (const char *word; (word = va_arg(words, const char *)) != NULL;)
        size += (size_t)sprintf(text + size, "$%zu\r\n%s\r\n", strlen(word), word);
    va_end(words);
    return size;
}

static void write_all(int descriptor, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t written = send(descriptor, text, size, MSG_NOSIGNAL);
        if (written < 0)
            fail("send");
        text += written;
        size -= (size_t)written;
    }
}

/* What a daemon says besides. */
static size_t add_duties(struct tail *tail, char *text, uint64_t time)
{
    char run[32], own[48], revision[24];
    size_t size = 0;
    sprintf(run, "%016zx", (size_t)(tail - tails));
    sprintf(own, "btn:{s}:p:%s", run);
    sprintf(revision, "%lu", tail->revision);
    if (time >= tail->verify) {
        tail->verify = time + 5 * SECOND;
        /* A chain of its own length: the engine looks the entry up all the same. */
        size = add_command(text, size, "FCALL_RO", "btn_join", "4", "btn:{s}:m", "btn:{s}:l", "btn:{s}:k",
                           "btn:{s}:d:0123456789abcdef", revision, "0123456789abcdef", NULL);
        tail->skips++;
    }
    if (time >= tail->presence) {
        tail->presence = time + 15 * SECOND;
        size = add_command(text, size, "HGET", "btn:{s}:m", "rev", NULL);
        size = add_command(text, size, "HSET", "btn:{s}:p", run, "", NULL);
        size = add_command(text, size, "EXPIRE", "btn:{s}:p", "86400", NULL);
        size = add_command(text, size, "HSET", own, "name", run, "version", "1.0.0", "revision", revision, "behind",
                           "0", "seconds", "60", NULL);
        size = add_command(text, size, "EXPIRE", own, "45", NULL);
        tail->skips += 5;
    }
    return size;
}

static void ask(struct tail *tail, uint64_t time)
{
    char text[2048], batch[16], after[32];
    size_t size = as_daemons ? add_duties(tail, text, time) : 0;
    sprintf(batch, "%d", tail->batch);
    sprintf(after, "%lu-0", tail->revision);
    size = add_command(text, size, "XREAD", "COUNT", batch, "BLOCK", "5000", "STREAMS", "btn:{s}:l", after, NULL);
    tail->is_asking = true;
    write_all(tail->descriptor, text, size);
}

/* The end of the line at `text`; NULL until it is there. */
static const char *line_end(const char *text, const char *end)
{
    const char *found = text < end ? memchr(text, '\n', (size_t)(end - text)) : NULL;
    return found ? found + 1 : NULL;
}

/* Behind the value at `text`; NULL until it is whole. */
static const char *skip(const char *text, const char *end)
{
    const char *next = line_end(text, end);
    if (next == NULL)
        return NULL;
    long length = strtol(text + 1, NULL, 10);
    if (*text == '-')
        complain("the engine refuses", text, (size_t)(next - text));
    if (*text == '$' && length >= 0)
        return end - next >= length + 2 ? next + length + 2 : NULL;
    if (*text == '*')
        for (; next != NULL && length > 0; length--)
            next = skip(next, end);
    return next;
}

/* Takes an entry: its revision is the next one; its last field ends with when it was made. */
static void take_entry(struct tail *tail, const char *text, const char *end, uint64_t time)
{
    const char *id = line_end(line_end(text, end), end);
    uint64_t revision = strtoull(id, NULL, 10);
    if (revision != tail->revision + 1)
        breaks++;
    tail->revision = revision;
    const char *last = end - 2;
    while (last[-1] != ' ')
        last--;
    uint64_t age = (time - strtoull(last, NULL, 10)) / MS;
    ages[age < AGES ? age : AGES - 1]++;
    deliveries++;
}

/* Takes the whole reply to XREAD between two places. */
static void take_entries(struct tail *tail, const char *text, const char *end, uint64_t time)
{
    tail->is_asking = false;
    tail->replies++;
    tail->earliest = time;
    if (text[1] == '-')
        return; /* nothing came for a while */
    const char *list = skip(line_end(line_end(text, end), end), end); /* behind the stream's name */
    long number = strtol(list + 1, NULL, 10);
    const char *entry = line_end(list, end);
    for (long i = 0; i < number; i++) {
        const char *next = skip(entry, end);
        take_entry(tail, entry, next, time);
        entry = next;
    }
    if (number < tail->batch)
        tail->earliest = time + pace;
    tail->batch = 512; /* the most, as all entries are small */
}

/* Reads what has come on a connection. */
static void read_replies(struct tail *tail)
{
    memcpy(chunk, tail->rest, tail->rest_size);
    ssize_t got = recv(tail->descriptor, chunk + tail->rest_size, CHUNK - tail->rest_size, 0);
    if (got <= 0)
        fail("the engine closed a connection");
    const char *text = chunk, *end = chunk + tail->rest_size + (size_t)got, *next;
    uint64_t time = now();
    while (text < end && (next = skip(text, end)) != NULL) {
        if (tail->skips > 0)
            tail->skips--;
        else
            take_entries(tail, text, next, time);
        text = next;
    }
    tail->rest_size = (size_t)(end - text);
    tail->rest = realloc(tail->rest, tail->rest_size + 1);
    memcpy(tail->rest, text, tail->rest_size);
    if (!tail->is_asking && tail->earliest <= time && tail->skips == 0)
        ask(tail, time);
}

static void change(void)
{
    char text[1024], number[24], open[24], value[32];
    sprintf(number, "%lu", ++changes);
    sprintf(open, "%lu", answered + 1);
    sprintf(value, "%lu", now());
    size_t size = add_command(text, 0, "FCALL", "btn_apply", "4", "btn:{s}:m", "btn:{s}:l", "btn:{s}:k",
                              "btn:{s}:d:0123456789abcdef", "0123456789abcdef", number, open, "", "100000", "s",
                              "stock.apple", value, NULL);
    write_all(writer, text, size);
}

static void read_answers(void)
{
    ssize_t got = recv(writer, chunk, CHUNK, 0);
    if (got <= 0)
        fail("the engine closed the connection for changes");
    for (const char *text = chunk, *end = chunk + got; text < end; text = line_end(text, end)) {
        if (*text == '-' || line_end(text, end) == NULL)
            complain("the engine refuses a change", text, (size_t)(end - text));
        if (*text == '$')
            answered++;
    }
}

/* Has those ask again whose pace allows it; whether all have all changes. */
static bool ask_who_may(uint64_t time)
{
    bool has_all = answered == changes;
    for (struct tail *tail = tails; tail < tails + count; tail++) {
        if (!tail->is_asking && tail->earliest <= time)
            ask(tail, time);
        has_all &= tail->revision == changes;
    }
    return has_all;
}

/* Serves until a time, or until all readers have all changes. */
static bool serve(uint64_t until, bool stops_when_all_is_read)
{
    struct epoll_event events[256];
    uint64_t looked = 0;
    for (uint64_t time; (time = now()) < until;) {
        int ready = epoll_wait(loop, events, 256, 1);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.ptr == NULL)
                read_answers();
            else
                read_replies(events[i].data.ptr);
        }
        time = now();
        if (time - looked >= MS) {
            looked = time;
            if (ask_who_may(time) && stops_when_all_is_read)
                return true;
        }
        while (next_change <= time && next_change < end_of_changes) {
            change();
            next_change += interval;
        }
    }
    return false;
}

static double percentile(double share)
{
    uint64_t wanted = (uint64_t)((double)deliveries * share), seen = 0;
    for (int i = 0; i < AGES; i++)
        if ((seen += ages[i]) > wanted)
            return i;
    return AGES;
}

static void watch(int descriptor, void *what)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = what};
    if (epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &event) < 0)
        fail("epoll");
}

int main(int argc, char **argv)
{
    if (argc < 7)
        return fprintf(stderr, "usage: tails PORT PID COUNT PACE RATE SECONDS [daemons]\n"), 64;
    int port = atoi(argv[1]);
    struct processes engine = {0};
    add_process(&engine, atoi(argv[2]));
    count = atoi(argv[3]);
    pace = strtoull(argv[4], NULL, 10) * MS;
    interval = SECOND / strtoull(argv[5], NULL, 10);
    uint64_t length = strtoull(argv[6], NULL, 10) * SECOND;
    as_daemons = argc > 7 && strcmp(argv[7], "daemons") == 0;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);

    loop = epoll_create1(EPOLL_CLOEXEC);
    tails = calloc((size_t)count, sizeof *tails);
    writer = connect_to(port);
    watch(writer, NULL);
    uint64_t start = now();
    for (int i = 0; i < count; i++) {
        /* Spread over the pace, and their duties over their pauses, as those of daemons are. */
        uint64_t step = (uint64_t)i;
        tails[i] = (struct tail){.descriptor = connect_to(port), .batch = 32};
        tails[i].earliest = start + 2 * SECOND + pace * step / (uint64_t)count;
        tails[i].verify = start + 2 * SECOND + 5 * SECOND * (step * 7919 % (uint64_t)count) / (uint64_t)count;
        tails[i].presence = start + 2 * SECOND + 15 * SECOND * (step * 104729 % (uint64_t)count) / (uint64_t)count;
        watch(tails[i].descriptor, &tails[i]);
    }
    next_change = now();
    end_of_changes = UINT64_MAX;
    serve(start + 2 * SECOND + 3 * pace, false); /* as far as all have begun */

    struct usage before = usage_of(&engine);
    uint64_t first = now(), replies = 0, deliveries_before = deliveries;
    memset(ages, 0, sizeof ages);
    for (int i = 0; i < count; i++)
        replies -= tails[i].replies;
    serve(first + length, false);
    struct usage after = usage_of(&engine);
    double elapsed = (double)(now() - first), busy = after.cpu_ns - before.cpu_ns;
    for (int i = 0; i < count; i++)
        replies += tails[i].replies;
    uint64_t delivered = deliveries - deliveries_before;
    deliveries = delivered;
    double p50 = percentile(0.5), p99 = percentile(0.99);

    end_of_changes = 0;
    bool has_all = serve(now() + 30 * SECOND, true);
    int behind = 0;
    for (int i = 0; i < count; i++)
        behind += tails[i].revision != changes;
    printf("{\"tails\":%d,\"changes\":%lu,\"seconds\":%.1f,\"enginePercent\":%.1f,\"deliveries\":%lu,"
           "\"usPerDelivery\":%.2f,\"repliesPerSecond\":%.0f,\"usPerReply\":%.1f,\"p50Ms\":%.0f,\"p99Ms\":%.0f,"
           "\"residentMiB\":%.0f,\"breaks\":%lu,\"behind\":%d}\n",
           count, changes, elapsed / 1e9, 100 * busy / elapsed, delivered, busy / 1e3 / (double)delivered,
           (double)replies / elapsed * 1e9, busy / 1e3 / (double)replies, p50, p99, after.resident_kib / 1024, breaks,
           behind);
    return has_all && breaks == 0 ? 0 : 1;
}
