import TestSupport
import Testing

@testable import ButtonProtocol

@Suite struct WatcherIndexTests {
  /// Every place noted for a text is found, and where nothing is noted there is nothing in the end.
  @Test func anIndexFindsWhatADictionaryDoes() {
    var seed = Seed()
    var index = WatcherIndex()
    var model: [String: [Int]] = [:]
    for _ in 0..<scaled(20_000, few: 5_000) {
      let name = "b\(Int.random(in: 0..<500, using: &seed))"
      if let place = model[name]?.randomElement(using: &seed), Bool.random(using: &seed) {
        name.utf8Bytes { index.remove($0, place) }
        model[name]?.removeAll { $0 == place }
      } else {
        let place = Int.random(in: 0..<50, using: &seed)
        if model[name]?.contains(place) == true { continue }
        name.utf8Bytes { index.insert($0, place) }
        model[name, default: []].append(place)
      }
      let probe = "b\(Int.random(in: 0..<500, using: &seed))"
      #expect(places(index, probe) == (model[probe] ?? []).sorted())
    }
    for (name, places) in model {
      for place in places { name.utf8Bytes { index.remove($0, place) } }
    }
    for name in model.keys { #expect(places(index, name) == []) }
  }

  private func places(_ index: WatcherIndex, _ name: String) -> [Int] {
    var found: [Int] = []
    name.utf8Bytes { index.places(of: $0) }.sorted { found.append($0) }
    return found
  }
}

extension String {
  fileprivate func utf8Bytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    Array(utf8).withUnsafeBytes(body)
  }
}
