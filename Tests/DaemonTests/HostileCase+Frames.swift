extension HostileCase {
  /// What a plugin may write to the channel, which is its worker's.
  static let frames = [
    HostileCase(
      "closes the channel", .poisoned, report: "exited with code 1", "close(3);"),
    HostileCase(
      "closes the channel and stays", .poisoned, report: "left its channel and did not exit",
      declarations: pauseForEver, "close(3); pause_for_ever();"),
    HostileCase(
      "stops listening", .quarantined, report: "exited with code 0", "close(5);"),
    hang("stops listening and stays", declarations: pauseForEver, "close(5); pause_for_ever();"),
    call(
      "takes the channel for a socket", named: "sendto",
      declarations: "#include <sys/socket.h>", #"send(3, "garbage", 7, 0);"#),
    forger(
      "writes garbage", report: "frame",
      """
      for (int i = 0; i < 100; i++) {
        char noise[512];
        memset(noise, 251 + i, sizeof noise);
        if (write(3, noise, sizeof noise) < 0) break;
      }
      """),
    forger(
      "announces four gigabytes", report: "payload length over 1 MiB",
      #"if (write(3, "\xff\xff\xff\xff\x41\0\0\0\1\0\0\0", 12) < 0) abort();"#),
    hang(
      "writes half a frame", declarations: pauseForEver,
      #"if (write(3, "\x10\0\0\0\x41\0\0\0\1\0\0\0ab", 14) < 0) abort(); pause_for_ever();"#),
    forger(
      "forges an answer to no batch", report: "answered batch", "frame(65, 9999999, zeros, 10);"),
    forger(
      "forges an empty answer to its batch", report: "answered", "frame(65, page()[3], zeros, 10);"),
    forger(
      "forges an answer of rubbish to its batch", report: "answered",
      "memset(zeros, 0x7f, sizeof zeros); frame(65, page()[3], zeros, 200);"),
    forger("forges a gesture's answer", report: "answered", "frame(69, page()[3], zeros, 79);"),
    forger("says hello again", report: "said hello twice", hello),
    forger("says hello as another", report: "", hello.replacing("%ID%", with: "org.example.other")),
    forger(
      "forges a failure", report: "gave up: dead",
      #"frame(68, 0, "\4\0dead", 6);"#),
    forger(
      "sends a batch to the daemon", report: "only the daemon sends", "frame(2, 1, zeros, 20);"),
    forger("sends a stop to the daemon", report: "only the daemon sends", "frame(3, 1, zeros, 0);"),
    forger(
      "sends a log line of no level", report: "log level", #"frame(66, 0, "\7\1\0x", 4);"#),
    HostileCase(
      "says hello before it is there", at: .constructor, .quarantined,
      report: "no answer to a batch of", hangs: true, declarations: forging,
      hello + "pause_for_ever();"),
    HostileCase(
      "writes garbage in its constructor", at: .constructor, .quarantined,
      #"if (write(3, "garbagegarbagegarbage", 21) < 0) abort();"#),
  ]

  /// Frames, and the status page, which names the batch that is to be answered.
  static let forging =
    pauseForEver + """

      #include <sys/mman.h>
      static char zeros[512];

      static void frame(unsigned char type, uint32_t sequence, const void *payload, uint32_t size) {
        char bytes[12 + 512] = {0};
        memcpy(bytes, &size, 4);
        bytes[4] = (char)type;
        memcpy(bytes + 8, &sequence, 4);
        memcpy(bytes + 12, payload, size);
        if (write(3, bytes, 12 + size) < 0) abort();
      }

      static volatile uint32_t *page(void) {
        void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 4, 0);
        if (memory == MAP_FAILED) abort();
        return memory;
      }
      """

  private static let hello = """
    char payload[128] = {0};
    uint32_t numbers[3] = {(uint32_t)getpid(), 1, 0};
    const char *id = "%ID%";
    uint16_t length = (uint16_t)strlen(id);
    memcpy(payload, numbers, 12);
    memcpy(payload + 12, &length, 2);
    memcpy(payload + 14, id, length);
    memcpy(payload + 14 + length, "\\5\\0" "1.0.0", 7);
    frame(64, 0, payload, 14u + length + 7 + 8);
    """

  private static func forger(_ name: String, report: String, _ code: String) -> HostileCase {
    HostileCase(
      name, .poisoned, report: report, declarations: forging, code + " pause_for_ever();")
  }
}
