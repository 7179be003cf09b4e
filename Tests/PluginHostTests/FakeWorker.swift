import Glibc
import TestSupport

/// A worker in C that misbehaves as its plugin's id asks; compiled once for all tests.
///
/// The id's last component is the way: `org.test.mute` says no hello. So is the first word of the
/// library's text, which comes first, unless it is `no`.
enum FakeWorker {
  /// The program's path.
  static let path = compiled([])

  /// A worker that never misbehaves.
  static let good = compiled(["-DGOOD"])

  private static func compiled(_ options: [String]) -> String {
    do {
      return try Compilation(
        ["cc", "-std=gnu11", "-O1", "-w"] + options, [("worker.c", program)]
      ).file()
    } catch {
      preconditionFailure("the fake worker does not compile: \(error)")
    }
  }

  private static let program = """
    #include <errno.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <unistd.h>

    struct page {
      uint32_t magic, version, phase, sequence, item, reserved;
      uint64_t beat;
      int32_t syscall;
    };

    static void put(const void *bytes, size_t count) {
      const char *at = bytes;
      while (count > 0) {
        ssize_t n = write(3, at, count);
        if (n <= 0) _exit(1);
        at += n;
        count -= n;
      }
    }

    static int get(void *bytes, size_t count) {
      char *at = bytes;
      while (count > 0) {
        ssize_t n = read(5, at, count);
        if (n <= 0) return 0;
        at += n;
        count -= n;
      }
      return 1;
    }

    static void frame(int type, uint32_t seq, const void *payload, uint32_t length) {
      unsigned char header[12] = {0};
      memcpy(header, &length, 4);
      header[4] = type;
      memcpy(header + 8, &seq, 4);
      put(header, 12);
      put(payload, length);
    }

    static char *string(char *at, const char *text) {
      uint16_t length = strlen(text);
      memcpy(at, &length, 2);
      memcpy(at + 2, text, length);
      return at + 2 + length;
    }

    /* Says hello from outside of any sandbox. */
    static void hello(const char *id, const char *version) {
      char payload[512];
      uint32_t numbers[3] = {getpid(), 1, 0};
      memcpy(payload, numbers, 12);
      char *end = string(string(payload + 12, id), version);
      memset(end, 0, 8);
      end += 8;
      frame(64, 0, payload, end - payload);
    }

    int main(int argc, char **argv) {
      const char *id = argc > 1 ? argv[1] : "?";
      const char *way = strrchr(id, '.') ? strrchr(id, '.') + 1 : id;
      #define WAY(name) (strcmp(way, name) == 0)
      struct page *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 4, 0);
      page->version = 1;
      page->syscall = -1;
      page->magic = 0x50535442u;
      static unsigned char header[12], payload[1 << 20];
      static char word[64];

      uint32_t load;
      if (!get(header, 12)) _exit(0);
      memcpy(&load, header, 4);
      if (!get(payload, load)) _exit(0);
      uint16_t length;
      memcpy(&length, payload, 2);
      payload[2 + length] = 0;
      FILE *library = fopen((char *)payload + 2, "r");
      if (!library) _exit(66);
      if (fscanf(library, "%60s", word) == 1 && strcmp(word, "no") != 0) way = word;
      fclose(library);
    #ifdef GOOD
      way = "good";
    #endif

      if (WAY("environment")) {
        extern char **environ;
        int count = 0;
        while (environ[count]) count++;
        fprintf(stderr, "%d variables, leader %d\\n", count, getpid() == getpgrp());
        for (int fd = 0; fd < 20; fd++)
          if (fcntl(fd, 1) >= 0) fprintf(stderr, "open %d\\n", fd);
      }
      if (WAY("prints")) {
        fprintf(stderr, "to stderr\\n");
        printf("to stdout\\nand the rest");
        fflush(stdout);
      }
      if (WAY("mute")) pause();
      if (WAY("crash")) abort();
      if (WAY("leaves")) _exit(3);
      if (WAY("permanent")) {
        char text[64];
        char *end = string(text, "no such symbol");
        frame(68, 0, text, end - text);
        _exit(65);
      }
      if (WAY("trapped")) {
        page->phase = 4;
        page->syscall = 41;
        _exit(80);
      }
      if (WAY("stranger")) hello("org.test.somebody", "1");
      else if (WAY("older")) hello(id, "0");
      else hello(id, "1");
      if (WAY("garbage")) put("this is not a frame at all", 23);
      if (WAY("claims")) frame(1, 0, "", 0);
      if (WAY("short")) frame(67, 0, "abc", 3);
      if (WAY("twice")) hello(id, "1");
      if (WAY("hangup")) { close(3); pause(); }
      if (WAY("unasked")) frame(65, 9, "", 0);
      if (WAY("logs")) {
        char text[64];
        text[0] = 2;
        char *end = string(text + 1, "a warning");
        frame(66, 0, text, end - text);
      }
      if (WAY("updates")) {
        uint64_t handle = 7;
        for (int i = 0; i < 1000; i++) frame(67, 0, &handle, 8);
      }
      if (WAY("chatters")) {
        char text[64];
        text[0] = 1;
        char *end = string(text + 1, "a line");
        for (int i = 0; i < 30000; i++) frame(66, 0, text, end - text);
      }
      if (WAY("wishes")) {
        for (uint64_t i = 1; i < 30000; i++) frame(67, 0, &i, 8);
      }
      if (WAY("parent")) {
        if (fork() == 0) { close(3); pause(); }
      }
      if (WAY("stubborn")) signal(SIGTERM, SIG_IGN);

      while (get(header, 12)) {
        uint32_t length, seq;
        memcpy(&length, header, 4);
        memcpy(&seq, header + 8, 4);
        if (!get(payload, length)) break;
        if (header[4] == 3) {
          if (WAY("stubborn")) continue;
          page->phase = 3;
          _exit(0);
        }
        if (header[4] != 2 && header[4] != 4) continue;
        /* A gesture is 112 bytes and a batch. */
        unsigned char *batch = payload + (header[4] == 4 ? 112 : 0);
        int answer = header[4] == 4 ? 69 : 65;
        if (WAY("mistakes")) answer = answer == 65 ? 69 : 65;
        page->sequence = seq;
        page->phase = 2;
        /* One trait set, of the usual language, no keys: the items begin at byte 42. */
        uint16_t items;
        memcpy(&items, batch + 40, 2);
        unsigned char *at = batch + 42;
        for (int i = 0; i < items; i++) {
          uint64_t handle;
          memcpy(&handle, at, 8);
          page->item = i;
          page->beat++;
          if (handle == 13 && WAY("poison")) abort();
          if (handle == 13 && WAY("endless")) for (;;) pause();
          at += 18;
          at += 1 + at[0] + 4;
        }
        if (WAY("silent")) continue;
        page->phase = 1;
        frame(answer, WAY("wrong") ? seq + 1 : seq, batch, 8);
      }
      _exit(0);
    }
    """
}
