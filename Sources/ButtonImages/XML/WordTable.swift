/// Numbers for words: the same number for the same bytes, from 0 on. A word is kept once.
///
/// The hash has another seed in each process, so that nobody can choose words that collide.
struct WordTable {
  private var letters: [UInt8] = []
  /// Where each word ends in `letters`.
  private var ends: [Int] = []
  /// The numbers of words by hash, and -1 where nothing is; a power of two.
  private var slots: [Int32] = Array(repeating: -1, count: 256)

  /// How many words there are.
  var count: Int { ends.count }

  /// Numbers these words first, in their order.
  init(_ words: [String] = []) {
    for word in words { _ = self.add(Array(word.utf8)[...]) }
  }

  /// The bytes of a word.
  subscript(number: Int) -> ArraySlice<UInt8> {
    letters[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
  }

  /// The number of a word, which is new if it has none.
  mutating func add(_ word: ArraySlice<UInt8>) -> Int {
    let slot = slot(of: word)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    let number = ends.count
    slots[slot] = Int32(number)
    letters.append(contentsOf: word)
    ends.append(letters.count)
    if ends.count * 2 > slots.count { grow() }
    return number
  }

  /// The number of a word that was added.
  func find(_ word: ArraySlice<UInt8>) -> Int? {
    let number = slots[slot(of: word)]
    return number < 0 ? nil : Int(number)
  }

  /// Where a word is or would be.
  private func slot(of word: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    word.withUnsafeBytes { hasher.combine(bytes: $0) }
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] >= 0, !self[Int(slots[slot])].elementsEqual(word) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for number in ends.indices { slots[slot(of: self[number])] = Int32(number) }
  }
}
