import ButtonModel
import ButtonProtocol

/// Finds the subscriptions to state that cover a key.
struct StateIndex {
  private var everything: [Int] = []
  private var keys = WatcherIndex()
  private var subtrees: [UTF8String: [Int]] = [:]

  mutating func insert(_ spec: StateSubscriptionSpec, at place: Int) {
    if spec.keys == nil, spec.under == nil { everything.append(place) }
    for index in spec.keys?.indices ?? 0..<0 {
      spec.keys?.withBytes(at: index) { keys.insert($0, place) }
    }
    if let under = spec.under { subtrees[under, default: []].append(place) }
  }

  mutating func remove(_ spec: StateSubscriptionSpec, at place: Int) {
    if spec.keys == nil, spec.under == nil { everything.removeAll { $0 == place } }
    for index in spec.keys?.indices ?? 0..<0 {
      spec.keys?.withBytes(at: index) { keys.remove($0, place) }
    }
    if let under = spec.under { StateIndex.remove(place, from: &subtrees[under]) }
  }

  /// Returns the places of the subscriptions that name the key, and perhaps of some that do not.
  func places(naming name: UnsafeRawBufferPointer) -> PlaceList { keys.places(of: name) }

  /// Visits the subscriptions that cover the key without naming it.
  func forEachPlace(above name: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
    for place in everything { body(place) }
    if subtrees.isEmpty { return }
    let key = UTF8String(copying: name)
    for place in subtrees[key] ?? [] { body(place) }
    for end in name.indices where name[end] == UInt8(ascii: ".") {
      let parent = UTF8String(copying: UnsafeRawBufferPointer(rebasing: name[..<end]))
      for place in subtrees[parent] ?? [] { body(place) }
    }
  }

  private static func remove(_ place: Int, from places: inout [Int]?) {
    places?.removeAll { $0 == place }
    if places?.isEmpty == true { places = nil }
  }
}
