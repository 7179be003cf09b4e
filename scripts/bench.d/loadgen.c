/* loadgen: one client sets, many subscribers wait for it. Measures any server on a Unix socket.
 *
 * It speaks no protocol: it writes what it is given and looks in what comes back for a token, ten
 * digits that begin with 9 and count the sets. A set is complete when every reader has seen its token
 * or a later one, so servers that leave out what is overtaken are held to the same rule as servers
 * that relay everything. Prints one JSON object; times are in microseconds. A subscriber that the server
 * disconnects is a failure, except beside stalled ones: that ends the measure, and the object says how
 * many are gone. Run it without arguments for its options.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "process.h"
#include "template.h"

enum { MAX_SETS = 4000000, CARRY = TOKEN_DIGITS + 1, READ_BYTES = 1 << 18, OUT_BYTES = 1 << 17 };
static const uint64_t SECOND = 1000000000;

static struct {
    const char *socket, *when;
    struct text hello, subscribe, ask;
    struct template set;
    uint32_t readers, stalled, window, sets, warm;
    double rate, seconds;
    bool by_line;
    struct processes processes;
} options = {.readers = 1, .window = 1, .sets = 10000, .warm = 500, .seconds = 5};

/* One connection. The last bytes of a read are looked at again with the next, where a token may end. */
struct client {
    int fd;
    bool is_stalled; /* subscribed, and never read once its subscription has proved to work */
    uint8_t asked;   /* bytes of options.when met so far */
    uint32_t seen;   /* the newest set it knows of; 0 = none */
    char carry[CARRY];
};

static int poll_set;
static struct client *clients; /* the readers, the stalled ones, the publisher */
static struct client *publisher;
static uint32_t client_count;

static uint32_t sent;         /* sets written or being written; set n carries token n */
static uint32_t completed;    /* every reader has seen this one or a later one */
static uint32_t measured_from;
static bool is_proving = true;
static bool has_lost_reader;  /* beside stalled ones, while measuring */
static uint64_t *sent_at;     /* by set */
static float *took;           /* by set, microseconds until the last reader had it */
static uint32_t *readers_at;  /* by set: how many readers have seen exactly that far */
static uint64_t arrivals; /* a set reaching a reader, itself or overtaken by a later one */
static uint64_t updates;  /* tokens that told a reader something new */
static uint64_t began, last_progress;
static char out[OUT_BYTES];
static size_t out_start, out_end;
static bool is_blocked;

static void fail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("loadgen: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(1);
}

/* Writes everything, waiting where it must: for greetings and questions, not for sets. */
static void tell(struct client *client, struct text text)
{
    while (text.count > 0) {
        ssize_t count = send(client->fd, text.bytes, text.count, MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN)
            fail("writing: %s", strerror(errno));
        text.bytes += count > 0 ? count : 0;
        text.count -= count > 0 ? (size_t)count : 0;
    }
}

static void await(struct client *client, int operation, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = client};
    if (epoll_ctl(poll_set, operation, client->fd, &event) != 0)
        fail("epoll: %s", strerror(errno));
}

/* What client number n writes first: the text with its number in the place of <n>. */
static void subscribe(struct client *client, struct text text, uint32_t n)
{
    const char *place = memmem(text.bytes, text.count, "<n>", 3);
    if (place == NULL) {
        tell(client, text);
        return;
    }
    char line[1024];
    int before = (int)(place - text.bytes), after = (int)text.count - before - 3;
    int count = snprintf(line, sizeof line, "%.*s%u%.*s", before, text.bytes, n, after, place + 3);
    if (count < 0 || (size_t)count >= sizeof line)
        fail("a subscription with <n> has at most %zu bytes", sizeof line);
    tell(client, (struct text){line, (size_t)count});
}

static void connect_all(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(options.socket) >= sizeof address.sun_path)
        fail("the socket's path is too long");
    strcpy(address.sun_path, options.socket);
    poll_set = epoll_create1(EPOLL_CLOEXEC);
    client_count = options.readers + options.stalled + 1;
    clients = calloc(client_count, sizeof *clients);
    publisher = &clients[client_count - 1];
    for (uint32_t i = 0; i < client_count; i++) {
        struct client *client = &clients[i];
        client->is_stalled = i >= options.readers && client != publisher;
        memset(client->carry, '\n', CARRY);
        client->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (client->fd < 0 || connect(client->fd, (struct sockaddr *)&address, sizeof address) != 0)
            fail("connecting to %s: %s", options.socket, strerror(errno));
        tell(client, options.hello);
        if (client != publisher)
            subscribe(client, options.subscribe, i);
        fcntl(client->fd, F_SETFL, O_NONBLOCK);
        await(client, EPOLL_CTL_ADD, EPOLLIN);
    }
}

/* A reader now knows of this set: counts it, and completes what no reader is behind of any more. */
static void saw(struct client *client, uint32_t set, uint64_t when)
{
    if (set <= client->seen || set > sent)
        return;
    if (client < clients + options.readers) {
        readers_at[client->seen]--;
        readers_at[set]++;
        arrivals += set - client->seen;
        updates++;
        last_progress = when;
        while (completed < sent && readers_at[completed] == 0) {
            completed++;
            took[completed] = (float)(when - sent_at[completed]) / 1000;
        }
    }
    client->seen = set;
}

/* Looks for tokens; the CARRY bytes before `bytes` are the end of what came last. */
static void scan(struct client *client, const char *bytes, size_t count, uint64_t when)
{
    const char *at = bytes - CARRY + 1, *end = bytes + count - TOKEN_DIGITS;
    while (at < end && (at = memchr(at, '9', (size_t)(end - at))) != NULL) {
        uint32_t set = 0;
        int digits = 0;
        if (!is_digit(at[-1]))
            while (++digits < TOKEN_DIGITS && is_digit(at[digits]))
                set = set * 10 + (uint32_t)(at[digits] - '0');
        if (digits == TOKEN_DIGITS && !is_digit(at[TOKEN_DIGITS]))
            saw(client, set, when);
        at += 1;
    }
}

/* Asks for the value each time the server says that it has changed. */
static void answer_notices(struct client *client, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != options.when[client->asked])
            client->asked = 0;
        if (bytes[i] == options.when[client->asked] && options.when[++client->asked] == '\0') {
            client->asked = 0;
            tell(client, options.ask);
        }
    }
}

static void receive(struct client *client)
{
    static char input[CARRY + READ_BYTES];
    char *bytes = input + CARRY;
    ssize_t count = read(client->fd, bytes, READ_BYTES);
    if (count < 0 && errno == EAGAIN)
        return;
    if (count <= 0 && client != publisher && options.stalled > 0 && began > 0) {
        has_lost_reader = true;
        epoll_ctl(poll_set, EPOLL_CTL_DEL, client->fd, NULL);
        return;
    }
    if (count <= 0)
        fail("the server closed %s", client == publisher ? "the publisher" : "a subscriber");
    if (client == publisher)
        return;
    uint64_t when = now();
    memcpy(input, client->carry, CARRY);
    if (!options.by_line)
        scan(client, bytes, (size_t)count, when);
    else if (memchr(bytes, '\n', (size_t)count) != NULL && (!is_proving || sent > 0))
        saw(client, sent, when);
    memcpy(client->carry, bytes + count - CARRY, CARRY);
    if (options.when != NULL)
        answer_notices(client, bytes, (size_t)count);
}

/* How many sets may be written now; for a paced run also when the next one is due. */
static uint32_t allowed(uint32_t limit, uint64_t time, uint64_t *due)
{
    uint32_t outstanding = sent - completed;
    uint32_t free = options.window > outstanding ? options.window - outstanding : 0;
    if (free > limit - sent)
        free = limit - sent;
    if (options.rate > 0 && !is_proving && free > 0) {
        double interval = (double)SECOND / options.rate;
        uint32_t done = sent - measured_from;
        uint32_t should = (uint32_t)((double)(time - began) / interval) + 1;
        uint32_t late = should > done ? should - done : 0;
        if (free > late)
            free = late;
        *due = began + (uint64_t)((done + free) * interval);
    }
    return free;
}

/* Writes what is allowed; what the socket does not take waits until it does. */
static void publish(uint32_t limit, uint64_t *due)
{
    if (out_start == out_end) {
        uint64_t time = now();
        uint32_t count = allowed(limit, time, due);
        out_start = out_end = 0;
        while (count-- > 0 && OUT_BYTES - out_end >= options.set.count) {
            sent_at[++sent] = time;
            out_end += fill_template(&options.set, out + out_end, sent);
        }
    }
    if (out_start < out_end) {
        ssize_t count = send(publisher->fd, out + out_start, out_end - out_start, MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN)
            fail("writing sets: %s", strerror(errno));
        out_start += count > 0 ? (size_t)count : 0;
    }
    bool now_blocked = out_start < out_end;
    if (now_blocked != is_blocked)
        await(publisher, EPOLL_CTL_MOD, EPOLLIN | (now_blocked ? EPOLLOUT : 0));
    is_blocked = now_blocked;
}

/* Writes, waits, reads: one turn. */
static void turn(uint32_t limit)
{
    uint64_t due = 0;
    publish(limit, &due);
    struct timespec patience = {.tv_nsec = SECOND / 50};
    bool has_more = !is_blocked && options.rate == 0 && sent < limit && sent - completed < options.window;
    if (has_more) {
        patience.tv_nsec = 0;
    } else if (due > 0) {
        uint64_t time = now();
        uint64_t left = due > time ? due - time : 0;
        if (left < (uint64_t)patience.tv_nsec)
            patience.tv_nsec = (long)left;
    }
    struct epoll_event events[256];
    int count = epoll_pwait2(poll_set, events, 256, &patience, NULL);
    for (int i = 0; i < count; i++) {
        struct client *client = events[i].data.ptr;
        if (events[i].events & ~(uint32_t)EPOLLOUT)
            receive(client);
    }
}

/* Single sets until every subscription has shown that it works. */
static void prove(void)
{
    uint64_t start = now();
    for (uint32_t ready = 0; ready < client_count - 1;) {
        uint64_t next = now() + SECOND / 5;
        uint32_t limit = sent + 1;
        for (ready = 0; ready < client_count - 1 && now() < next;) {
            turn(limit);
            for (ready = 0; ready < client_count - 1 && clients[ready].seen > 0;)
                ready++;
        }
        if (now() - start > 60 * SECOND)
            fail("%u of %u subscriptions work", ready, client_count - 1);
    }
    for (uint64_t quiet = now() + SECOND / 4; completed < sent || now() < quiet;)
        turn(sent);
    is_proving = false;
    for (uint32_t i = 0; i < client_count; i++)
        if (clients[i].is_stalled)
            epoll_ctl(poll_set, EPOLL_CTL_DEL, clients[i].fd, NULL);
}

static int by_size(const void *left, const void *right)
{
    float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

/* How many of these connections the server has ended. */
static uint32_t ended(uint32_t first, uint32_t count)
{
    uint32_t ended = 0;
    for (uint32_t i = first; i < first + count; i++) {
        struct pollfd look = {.fd = clients[i].fd, .events = POLLRDHUP};
        ended += poll(&look, 1, 0) > 0 && (look.revents & (POLLRDHUP | POLLHUP)) != 0;
    }
    return ended;
}

static void measure(void)
{
    for (uint32_t limit = sent + options.warm; completed < limit;)
        turn(limit);
    struct usage before = usage_of(&options.processes);
    uint64_t arrivals_before = arrivals, updates_before = updates, next_look = 0;
    double highest = before.resident_kib;
    measured_from = sent;
    began = last_progress = now();
    for (uint32_t limit = sent + options.sets; completed < limit && !has_lost_reader;) {
        turn(limit);
        uint64_t time = now();
        if (time < next_look)
            continue;
        double resident = usage_of(&options.processes).resident_kib;
        highest = resident > highest ? resident : highest;
        next_look = time + SECOND / 50;
        if ((double)(time - began) > options.seconds * (double)SECOND)
            limit = sent;
        if (time - last_progress > 5 * SECOND)
            break; /* what is missing now was lost */
    }
    struct usage after = usage_of(&options.processes);
    double seconds = (double)(last_progress - began) / (double)SECOND;
    uint32_t sets = sent - measured_from, done = completed - measured_from;
    double arrived = (double)(arrivals - arrivals_before), cpu = after.cpu_ns - before.cpu_ns;
    float *sample = took + measured_from + 1;
    qsort(sample, done, sizeof *sample, by_size);
    printf("{\"sets\": %u, \"lost\": %u, \"seconds\": %.4f, \"setsPerSecond\": %.0f, ", sets, sets - done,
           seconds, done / fmax(seconds, 1e-9));
    printf("\"p50\": %.2f, \"p99\": %.2f, ", done ? sample[done / 2] : NAN, done ? sample[done * 99ull / 100] : NAN);
    printf("\"arrivals\": %.0f, \"arrivalsPerSecond\": %.0f, \"updates\": %.0f, ", arrived,
           arrived / fmax(seconds, 1e-9), (double)(updates - updates_before));
    printf("\"cpuNsPerArrival\": %.1f, \"cpuNsPerSet\": %.1f, \"busy\": %.4f, ", cpu / fmax(arrived, 1),
           cpu / fmax(sets, 1), cpu / 1e9 / fmax(seconds, 1e-9));
    printf("\"endedReaders\": %u, \"endedStalled\": %u, ", ended(0, options.readers),
           ended(options.readers, options.stalled));
    printf("\"residentKiB\": %.0f, \"residentPeakKiB\": %.0f}\n", before.resident_kib, highest);
}

/* Connections that only exist: what each adds to the server's resident memory. */
static void hold(double before_kib)
{
    uint32_t count = client_count - 1;
    uint64_t end = now() + SECOND;
    while (now() < end)
        turn(sent);
    double after_kib = usage_of(&options.processes).resident_kib;
    printf("{\"connections\": %u, \"residentKiB\": %.0f, \"bytesPerConnection\": %.1f}\n", count, before_kib,
           (after_kib - before_kib) * 1024 / count);
}

static const struct option names[] = {
    {"socket", 1, NULL, 'a'}, {"hello", 1, NULL, 'h'},  {"subscribe", 1, NULL, 'b'}, {"set", 1, NULL, 's'},
    {"when", 1, NULL, 'w'},   {"ask", 1, NULL, 'q'},    {"readers", 1, NULL, 'n'},   {"stalled", 1, NULL, 'k'},
    {"window", 1, NULL, 'o'}, {"sets", 1, NULL, 'c'},   {"warm", 1, NULL, 'u'},      {"rate", 1, NULL, 'r'},
    {"seconds", 1, NULL, 't'}, {"pid", 1, NULL, 'p'},   {"by-line", 0, NULL, 'l'},   {"hold", 0, NULL, 'i'},
    {NULL, 0, NULL, 0},
};

static void usage(void)
{
    fputs("usage: loadgen --socket PATH --set TEXT [OPTION]...\n"
          "  --set TEXT        one set; <token> is its token, <token:N> the token filled up to N bytes,\n"
          "                    <bit> true and false in turn, <key:N> one of N numbers in turn\n"
          "  in every TEXT \\xHH is a byte\n"
          "  --subscribe TEXT  what each reader writes first, <n> is its number\n"
          "  --hello TEXT      what everybody writes first\n"
          "  --when TEXT --ask TEXT  a reader that meets the one writes the other\n"
          "  --readers N (1)   --stalled N (0): subscribers that are never read\n"
          "  --window N (1): sets outstanding, 0 = as many as the socket takes   --rate N: sets a second\n"
          "  --sets N (10000)  --warm N (500): sets before those   --seconds N (5): at most so long\n"
          "  --by-line         a reader's next line completes the newest set (for --window 1)\n"
          "  --hold            no sets: what the connections cost in memory\n"
          "  --pid N           a process of the server, the first one is asked for its memory; repeats\n",
          stderr);
    exit(64);
}

int main(int count, char **arguments)
{
    const char *set = NULL;
    bool holds = false;
    for (int option; (option = getopt_long(count, arguments, "", names, NULL)) != -1;) {
        switch (option) {
        case 'a': options.socket = optarg; break;
        case 'h': options.hello = parse_text(optarg); break;
        case 'b': options.subscribe = parse_text(optarg); break;
        case 's': set = optarg; break;
        case 'w': options.when = optarg; break;
        case 'q': options.ask = parse_text(optarg); break;
        case 'n': options.readers = (uint32_t)atol(optarg); break;
        case 'k': options.stalled = (uint32_t)atol(optarg); break;
        case 'o': options.window = atol(optarg) > 0 ? (uint32_t)atol(optarg) : UINT32_MAX; break;
        case 'c': options.sets = (uint32_t)atol(optarg); break;
        case 'u': options.warm = (uint32_t)atol(optarg); break;
        case 'r': options.rate = atof(optarg); break;
        case 't': options.seconds = atof(optarg); break;
        case 'p': add_process(&options.processes, (pid_t)atol(optarg)); break;
        case 'l': options.by_line = true; break;
        case 'i': holds = true; break;
        default: usage();
        }
    }
    if (options.socket == NULL || (set == NULL && !holds) || (options.when != NULL) != (options.ask.count > 0))
        usage();
    if (options.sets + options.warm > MAX_SETS - 1000)
        fail("at most %d sets", MAX_SETS - 1000);
    if (set != NULL && !parse_template(&options.set, set, OUT_BYTES))
        fail("cannot read the set %s", set);
    if (options.rate > 0)
        options.window = UINT32_MAX;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    sent_at = calloc(MAX_SETS, sizeof *sent_at);
    took = calloc(MAX_SETS, sizeof *took);
    readers_at = calloc(MAX_SETS, sizeof *readers_at);
    readers_at[0] = options.readers;
    double before_kib = usage_of(&options.processes).resident_kib;
    connect_all();
    if (holds) {
        hold(before_kib);
        return 0;
    }
    prove();
    measure();
    return 0;
}
