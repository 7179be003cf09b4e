/// Times from when a change is first sent until it comes back in the fleet's log.
package struct FleetRoundTrips: WireObject, Hashable {
  package static var schema: Schema {
    .named(
      "FleetRoundTrips", "How long the engine took for changes of this daemon.", .table(Self.self))
  }

  package struct Bucket: WireObject, Hashable {
    package var upTo: UInt64 = 0
    package var count: UInt64 = 0

    package init() {}

    package init(upTo: UInt64, count: UInt64) {
      self.upTo = upTo
      self.count = count
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("upTo", &upTo, "Microseconds.")
      try fields.required("count", &count, "Those that took no longer.")
    }
  }

  package var count: UInt64 = 0
  package var time: UInt64 = 0
  package var buckets: [Bucket] = []

  package init() {}

  package init(count: UInt64, time: UInt64, buckets: [Bucket]) {
    self.count = count
    self.time = time
    self.buckets = buckets
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("count", &count, "Changes since the daemon started.")
    try fields.required("time", &time, "Microseconds that all of them took.")
    try fields.required("buckets", &buckets, "From the shortest time to the longest.")
  }
}
