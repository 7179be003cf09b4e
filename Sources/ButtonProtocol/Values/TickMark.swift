/// A frame of one daemon run, from which a client resumes.
package struct TickMark: WireObject, Hashable {
  package static var schema: Schema {
    .named("TickMark", "From where a subscription to buttons goes on.", .table(Self.self))
  }

  package var epoch = ""
  package var tick: UInt64 = 0

  package init() {}

  package init(epoch: String, tick: UInt64) {
    self.epoch = epoch
    self.tick = tick
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.tick, &tick, as: .tick)
  }
}
