/// What became of a request when its method returned.
enum ServiceOutcome {
  /// Its result has been written.
  case answered
  /// The engine answers it by its ticket.
  case later
}
