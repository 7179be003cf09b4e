extension HostileCase {
  /// Sets a property, and aborts unless it is refused.
  private static let refused = """
    static void refused(btn_request *request, const char *name, btn_type type, uint32_t length,
                        double number, const char *text) {
      btn_value value = {type, length, {0}};
      if (type == BTN_T_FLOAT) value.as.f = number;
      else if (type == BTN_T_INT) value.as.i = (int64_t)number;
      else value.as.s = text;
      if (host->set(request, key(name), &value) >= 0) abort();
    }
    """

  /// What must not reach a client.
  static let values = [
    HostileCase(
      "sets text that is not UTF-8", .harmless, declarations: refused,
      """
      refused(request, "title", BTN_T_STRING, 3, 0, "a\\xff\\xfe");
      refused(request, "subtitle", BTN_T_STRING, 2, 0, "\\xed\\xa0");
      """),
    HostileCase(
      "sets text of a gigabyte", .harmless, declarations: refused,
      #"refused(request, "title", BTN_T_STRING, 1 << 30, 0, "short");"#),
    HostileCase(
      "sets what is out of range", .harmless, declarations: refused,
      """
      double wrong[] = {1e300, -1e300, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, -1};
      for (int i = 0; i < 6; i++) {
        refused(request, "opacity", BTN_T_FLOAT, 0, wrong[i], NULL);
        if (i < 5) refused(request, "background.cornerRadius", BTN_T_FLOAT, 0, wrong[i], NULL);
      }
      """),
    HostileCase(
      "sets what is of another type or name", .harmless, declarations: refused,
      """
      refused(request, "title", BTN_T_INT, 0, 7, NULL);
      refused(request, "opacity", BTN_T_STRING, 1, 0, "1");
      refused(request, "no.such.property", BTN_T_INT, 0, 1, NULL);
      refused(request, "title", 99, 0, 0, NULL);
      refused(request, "button.id", BTN_T_STRING, 1, 0, "x");
      if (host->set(request, 123456, NULL) >= 0 || host->set(NULL, 0, NULL) >= 0) abort();
      """),
    HostileCase(
      "reads what it may not", .harmless,
      """
      btn_value value;
      if (host->get(request, key("state.secret"), &value) >= 0) abort();
      if (host->get(request, 999999, &value) >= 0) abort();
      """),
    HostileCase(
      "returns an error", .handlerFailed, "return BTN_E_INTERNAL;"),
    HostileCase(
      "fails with a message that moves the cursor", .handlerFailed,
      #"return host->fail(request, BTN_E_INVALID, "no\n\x1b[2J\xff sign", 12);"#),
    HostileCase(
      "forges lines of the log", .harmless, report: "forged",
      """
      const char *line = "forged\\nerror buttond: \\x1b[2Jforged \\xff";
      host->log(host->host, BTN_LOG_ERROR, line, (uint32_t)strlen(line));
      fprintf(stderr, "%s\\n", line);
      """),
  ]
}
