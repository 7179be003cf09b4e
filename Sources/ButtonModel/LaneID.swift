/// Where buttons are resolved: in the daemon itself, or in one plugin's worker.
package struct LaneID: Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `index` is in the order in which plugins are found.
  package init(index: Int) { rawValue = UInt16(index + 1) }

  /// Buttons with a system style and no handler, resolved in the daemon.
  package static let builtIn = LaneID(rawValue: 0)

  /// The inverse of `init(index:)`; -1 for ``builtIn``.
  package var index: Int { Int(rawValue) - 1 }
}

extension LaneID: CustomStringConvertible {
  package var description: String { "\(rawValue)" }
}
