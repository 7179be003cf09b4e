/* relay: what the machine alone allows. The least that a libuv server can do to turn one client's
 * set into every subscriber's update, to hold the daemon's latency against.
 *
 *   relay [--trip | --pipes] SOCKET
 *
 * A line that starts with 'S' subscribes its connection; any other line is a set. Once a loop turn,
 * after the reads, the newest set of the turn becomes an update and goes to all subscribers: nothing is
 * parsed, stored or resolved. An update is as long as the daemon's line for a button through a worker.
 * --trip sends the set through a second process first, one synchronous round trip over a socketpair,
 * as a plugin's worker would cost; --pipes does so over two pipes, which is how the daemon speaks to its
 * workers. A subscriber that cannot take an update gets the newest one when it
 * can; nothing is queued for it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

enum { UPDATE_BYTES = 416, SET_BYTES = 200, READ_BYTES = 65536 };

/* One client. An incomplete line and an incomplete update each have their bytes only while needed. */
struct peer {
    uv_pipe_t pipe;
    struct peer *next_subscriber;
    struct peer **link; /* the pointer that points here in the list of subscribers; NULL = not in it */
    char *half_line;
    uint32_t half_bytes;
    bool writing; /* the rest of an update is with libuv */
    bool behind;  /* a newer update came meanwhile */
};

/* The rest of an update that a full socket did not take. */
struct rest {
    uv_write_t request;
    char bytes[UPDATE_BYTES];
};

static uv_loop_t *loop;
static struct peer *subscribers;
static struct peer *paused[64]; /* not read from until the turn ends: they filled a whole buffer */
static int paused_count;
static char input[READ_BYTES];
static char newest[SET_BYTES];
static size_t newest_bytes; /* 0 = no set in this turn */
static char update[UPDATE_BYTES];
static int from_worker = -1, to_worker = -1; /* the same for a socketpair */

static void fail(const char *what, int code)
{
    fprintf(stderr, "relay: %s: %s\n", what, uv_strerror(code));
    exit(1);
}

/* Makes the update for a set: the set's bytes in a line of fixed length. */
static void fill(char *into, const char *set, size_t bytes)
{
    memset(into, '-', UPDATE_BYTES - 1);
    memcpy(into, set, bytes);
    into[UPDATE_BYTES - 1] = '\n';
}

/* Moves exactly so many bytes through a blocking descriptor; false at its end. */
static bool move(ssize_t (*step)(int, char *, size_t), int fd, char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t moved = step(fd, bytes, count);
        if (moved <= 0)
            return false;
        bytes += moved;
        count -= (size_t)moved;
    }
    return true;
}

static ssize_t take(int fd, char *bytes, size_t count) { return read(fd, bytes, count); }
static ssize_t give(int fd, char *bytes, size_t count) { return write(fd, bytes, count); }

/* The second process: reads a set, answers with its update, until its descriptor closes. */
static void work(int from, int to)
{
    char set[SET_BYTES], answer[UPDATE_BYTES];
    while (move(take, from, set, sizeof set)) {
        fill(answer, set, sizeof set);
        if (!move(give, to, answer, sizeof answer))
            break;
    }
    _exit(0);
}

/* Starts it at the other end of a socketpair or of two pipes. */
static void start_worker(bool has_pipes)
{
    int sets[2], answers[2]; /* each read at [0] and written at [1] */
    if (!has_pipes) {
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sets) != 0)
            fail("socketpair", -errno);
        answers[0] = sets[1];
        answers[1] = sets[0];
    } else if (pipe2(sets, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) {
        fail("pipe2", -errno);
    }
    pid_t child = fork();
    if (child < 0)
        fail("fork", -errno);
    int child_ends[] = {sets[0], answers[1]}, own_ends[] = {answers[0], sets[1]};
    int *others = child > 0 ? child_ends : own_ends;
    close(others[0]);
    if (others[1] != others[0])
        close(others[1]);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        work(child_ends[0], child_ends[1]);
    }
    from_worker = own_ends[0];
    to_worker = own_ends[1];
}

static void send_update(struct peer *peer);
static void resume_paused(void);

static void after_rest(uv_write_t *request, int status)
{
    struct peer *peer = request->handle->data;
    free(request);
    peer->writing = false;
    if (status == 0 && peer->behind)
        send_update(peer);
}

static void send_update(struct peer *peer)
{
    peer->behind = peer->writing;
    if (peer->writing)
        return;
    uv_stream_t *stream = (uv_stream_t *)&peer->pipe;
    uv_buf_t all = uv_buf_init(update, UPDATE_BYTES);
    int sent = uv_try_write(stream, &all, 1);
    if (sent == UPDATE_BYTES || (sent < 0 && sent != UV_EAGAIN))
        return;
    size_t done = sent > 0 ? (size_t)sent : 0;
    struct rest *rest = malloc(sizeof *rest);
    memcpy(rest->bytes, update + done, UPDATE_BYTES - done);
    uv_buf_t left = uv_buf_init(rest->bytes, (unsigned)(UPDATE_BYTES - done));
    peer->writing = true;
    if (uv_write(&rest->request, stream, &left, 1, after_rest) != 0)
        free(rest);
}

static void turn_ended(uv_check_t *check)
{
    (void)check;
    if (newest_bytes > 0) {
        if (to_worker < 0)
            fill(update, newest, newest_bytes);
        else if (!move(give, to_worker, newest, sizeof newest) || !move(take, from_worker, update, sizeof update))
            fail("the second process is gone", UV_EPIPE);
        newest_bytes = 0;
        for (struct peer *peer = subscribers; peer != NULL; peer = peer->next_subscriber)
            send_update(peer);
    }
    resume_paused();
}

static void subscribe(struct peer *peer)
{
    if (peer->link != NULL)
        return;
    peer->next_subscriber = subscribers;
    if (subscribers != NULL)
        subscribers->link = &peer->next_subscriber;
    subscribers = peer;
    peer->link = &subscribers;
}

static void line(struct peer *peer, const char *bytes, size_t count)
{
    if (count > 0 && bytes[0] == 'S') {
        subscribe(peer);
    } else if (count > 0) {
        newest_bytes = count < SET_BYTES ? count : SET_BYTES;
        memcpy(newest, bytes, newest_bytes);
    }
}

/* Splits what came into lines; the last, incomplete one waits in the peer's own buffer. */
static void received(struct peer *peer, const char *bytes, size_t count)
{
    while (count > 0) {
        const char *end = memchr(bytes, '\n', count);
        size_t piece = end != NULL ? (size_t)(end - bytes) : count;
        if (end != NULL && peer->half_bytes == 0) {
            line(peer, bytes, piece);
        } else {
            if (peer->half_line == NULL)
                peer->half_line = malloc(SET_BYTES);
            size_t room = SET_BYTES - peer->half_bytes;
            size_t kept = piece < room ? piece : room;
            memcpy(peer->half_line + peer->half_bytes, bytes, kept);
            peer->half_bytes += (uint32_t)kept;
            if (end != NULL) {
                line(peer, peer->half_line, peer->half_bytes);
                peer->half_bytes = 0;
            }
        }
        size_t used = end != NULL ? piece + 1 : piece;
        bytes += used;
        count -= used;
    }
}

static void lend_buffer(uv_handle_t *handle, size_t hint, uv_buf_t *buffer)
{
    (void)handle;
    (void)hint;
    *buffer = uv_buf_init(input, sizeof input);
}

static void forget(uv_handle_t *handle)
{
    struct peer *peer = handle->data;
    free(peer->half_line);
    free(peer);
}

static void readable(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct peer *peer = stream->data;
    if (count < 0) {
        if (peer->link != NULL) {
            *peer->link = peer->next_subscriber;
            if (peer->next_subscriber != NULL)
                peer->next_subscriber->link = peer->link;
        }
        uv_close((uv_handle_t *)stream, forget);
        return;
    }
    received(peer, buffer->base, (size_t)count);
    /* libuv would go on reading a busy stream; a full buffer is enough for one turn. */
    if (count == READ_BYTES && paused_count < 64 && uv_read_stop(stream) == 0)
        paused[paused_count++] = peer;
}

static void resume_paused(void)
{
    while (paused_count > 0)
        uv_read_start((uv_stream_t *)&paused[--paused_count]->pipe, lend_buffer, readable);
}

static void connected(uv_stream_t *server, int status)
{
    if (status < 0)
        return;
    struct peer *peer = calloc(1, sizeof *peer);
    uv_pipe_init(loop, &peer->pipe, 0);
    peer->pipe.data = peer;
    status = uv_accept(server, (uv_stream_t *)&peer->pipe);
    if (status == 0)
        status = uv_read_start((uv_stream_t *)&peer->pipe, lend_buffer, readable);
    if (status != 0)
        fail("accept", status);
}

int main(int count, char **arguments)
{
    bool pipes = count == 3 && strcmp(arguments[1], "--pipes") == 0;
    bool trip = pipes || (count == 3 && strcmp(arguments[1], "--trip") == 0);
    if (count != 2 + trip) {
        fputs("usage: relay [--trip | --pipes] SOCKET\n", stderr);
        return 64;
    }
    signal(SIGPIPE, SIG_IGN);
    if (trip)
        start_worker(pipes);
    loop = uv_default_loop();
    uv_pipe_t server;
    uv_check_t check;
    uv_pipe_init(loop, &server, 0);
    int status = uv_pipe_bind(&server, arguments[count - 1]);
    if (status == 0)
        status = uv_listen((uv_stream_t *)&server, 1024, connected);
    if (status != 0)
        fail(arguments[count - 1], status);
    uv_check_init(loop, &check);
    uv_check_start(&check, turn_ended);
    puts("listening");
    fflush(stdout);
    return uv_run(loop, UV_RUN_DEFAULT);
}
