package import ButtonModel

extension Engine {
  /// What is counted about a plugin, without looking at all buttons.
  package struct LaneFigures {
    /// The short name, else the id.
    package let name: String
    package let status: PluginStatus
    /// Microseconds that its code has taken.
    package let handlerTime: UInt64
  }

  /// The plugins' figures, in order of their lanes.
  package var laneFigures: [LaneFigures] {
    lanes.map { lane in
      LaneFigures(
        name: lane.descriptor.name, status: lane.status, handlerTime: lane.handlerMicroseconds)
    }
  }
}
