extension HostileCase {
  /// More than anybody reads.
  static let floods = [
    HostileCase(
      "logs without measure", .harmless, report: "chatter, chatter",
      """
      for (int i = 0; i < 20000; i++)
        host->log(host->host, BTN_LOG_ERROR, "chatter, chatter, chatter", 25);
      """),
    HostileCase(
      "prints without measure", .harmless, report: "were dropped",
      #"for (int i = 0; i < 700; i++) fprintf(stderr, "chatter, chatter, chatter %d\n", i);"#),
    flood(
      "prints lines without end", "a second",
      #"for (;;) if (write(2, lines, sizeof lines) < 0) abort();"#),
    flood(
      "prints one line without end", "a second",
      "memset(lines, 'x', sizeof lines); for (;;) if (write(1, lines, sizeof lines) < 0) abort();"),
    HostileCase(
      "wants updates without measure", .harmless,
      """
      for (uint64_t i = 0; i < 100000; i++) host->request_update(host->host, i % 20000);
      """),
    flood(
      "sends wishes without end", "a second unasked",
      """
      for (uint64_t i = 0;; i++) {
        char frame[20] = {8, 0, 0, 0, 67};
        memcpy(frame + 12, &i, 8);
        memcpy(lines + i % 3000 * 20, frame, 20);
        if (i % 3000 == 2999 && write(3, lines, 60000) < 0) abort();
      }
      """),
    flood(
      "sends lines for the log without end", "a second unasked",
      """
      for (uint64_t i = 0;; i++) {
        memcpy(lines + i % 3000 * 20, "\\x08\\0\\0\\0\\x42\\0\\0\\0\\0\\0\\0\\0\\1\\5\\0hello", 20);
        if (i % 3000 == 2999 && write(3, lines, 60000) < 0) abort();
      }
      """),
  ]

  /// A plugin that the daemon ends since it cannot read all that.
  private static func flood(_ name: String, _ report: String, _ code: String) -> HostileCase {
    HostileCase(
      name, .poisoned, report: report,
      declarations: "static char lines[65536];",
      "for (size_t i = 0; i < sizeof lines; i++) lines[i] = i % 2 ? '\\n' : 'x';\n" + code)
  }
}
