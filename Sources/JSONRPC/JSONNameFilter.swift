/// Tells at once that an object lacks most of the names that it lacks, for readers that ask for many.
package struct JSONNameFilter {
  /// A bit for each length and first byte of a member's name, as far as 64 tell them apart.
  private var bits: UInt64 = 0

  package init(_ object: JSONElement) {
    for (key, _) in object.members {
      guard let first = key.bytes.first else { continue }
      bits |= JSONNameFilter.bit(key.bytes.count, first)
    }
  }

  /// The name must not be empty. False means that no member has it.
  package func mayContain(_ name: StaticString) -> Bool {
    bits & JSONNameFilter.bit(name.utf8CodeUnitCount, name.utf8Start.pointee) != 0
  }

  private static func bit(_ count: Int, _ first: UInt8) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: count &* 5 &+ Int(first))
  }
}
