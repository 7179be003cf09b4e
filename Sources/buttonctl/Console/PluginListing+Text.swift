import ButtonProtocol
import Glibc

extension PluginListing {
  /// How it is doing, for people; with the time until it is tried again, where that is waited for.
  var stateText: String {
    guard let at = detail?.retryAt else { return state }
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    let seconds = max(0, at - wall.tv_sec * 1_000 - wall.tv_nsec / 1_000_000) / 1_000
    return "\(state), next try in \(seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min")"
  }

  /// What came of an order, for people; and where that is not clear yet, how to learn of it.
  var outcome: String {
    let hint =
      ["starting", "restarting"].contains(state)
      ? "; 'buttonctl plugins watch' tells when it runs" : ""
    return "\(name): \(stateText)\(hint)"
  }

  /// How many buttons it has, and how many of them are not tried any more.
  var buttonsCell: Table.Cell {
    guard let poisoned = detail?.poisoned, poisoned > 0 else { return Table.Cell(buttons) }
    return "\(buttons), \(poisoned) poisoned"
  }

  /// What shuts its worker in, for people; nil while it has none.
  var sandboxText: String? {
    guard let sandbox = detail?.sandbox else { return nil }
    if sandbox.layers.isEmpty { return "none" }
    let known = SandboxLayers.all.names
    let missing = known.filter { !sandbox.layers.contains($0) }
    return missing.isEmpty ? "full" : "without \(missing.joined(separator: ", "))"
  }
}
