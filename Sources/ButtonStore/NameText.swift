internal import Glibc

/// The names by id, in one block, in runs of eight.
///
/// An inserted name moves those behind it in its run. For that, a run that is not the last in the
/// block moves to its end and leaves garbage.
struct NameText: ~Copyable {
  private var runs = Slab<NameRun>()
  private var bytes = Slab<UInt8>()
  /// In bytes.
  private var garbage = 0

  init() {}

  /// In bytes, garbage included.
  var byteCount: Int { bytes.count }

  /// Empty if the id has no name. Valid until the next insertion or removal.
  func name(of id: UInt32) -> UnsafeRawBufferPointer {
    let run = runs.at(Int(id) / NameRun.size)
    let index = Int(id) % NameRun.size
    return UnsafeRawBufferPointer(
      start: bytes.base + run.pointee.begin(index), count: run.pointee.length(index))
  }

  /// The id must have no name; the name has at most 255 bytes.
  mutating func insert(_ name: UnsafeRawBufferPointer, id: UInt32) {
    let index = Int(id) % NameRun.size
    while runs.count <= Int(id) / NameRun.size { runs.append(NameRun(at: place(bytes.count))) }
    let run = runs.base + Int(id) / NameRun.size
    let begin = Int(run.pointee.begin)
    let gap = run.pointee.begin(index)
    let end = run.pointee.end
    if end == bytes.count {
      bytes.extend(by: name.count)
    } else {
      run.pointee.begin = place(bytes.count)
      garbage += end - begin
      bytes.extend(by: end - begin + name.count)
      memcpy(bytes.base + Int(run.pointee.begin), bytes.base + begin, gap - begin)
    }
    let newGap = bytes.base + run.pointee.begin(index)
    memmove(newGap + name.count, bytes.base + gap, end - gap)
    UnsafeMutableRawBufferPointer(start: newGap, count: name.count).copyMemory(from: name)
    run.pointee.setLength(index, UInt8(name.count))
    if isMostlyGarbage { compact() }
  }

  mutating func remove(id: UInt32) {
    let run = runs.at(Int(id) / NameRun.size)
    let index = Int(id) % NameRun.size
    let gap = run.pointee.begin(index)
    let behind = gap + run.pointee.length(index)
    memmove(bytes.base + gap, bytes.base + behind, run.pointee.end - behind)
    run.pointee.setLength(index, 0)
    garbage += behind - gap
    if isMostlyGarbage { compact() }
  }

  private func place(_ offset: Int) -> UInt32 {
    precondition(offset <= Int(UInt32.max), "names fill at most 4 GiB")
    return UInt32(offset)
  }

  private var isMostlyGarbage: Bool { garbage > 4_096 && garbage > bytes.count / 2 }

  private mutating func compact() {
    var kept = Slab<UInt8>()
    kept.reserve(bytes.count - garbage)
    for index in 0..<runs.count {
      let run = runs.base + index
      let begin = bytes.base + Int(run.pointee.begin)
      let size = run.pointee.end - Int(run.pointee.begin)
      run.pointee.begin = place(kept.count)
      kept.extend(by: size)
      memcpy(kept.base + (kept.count - size), begin, size)
    }
    bytes = kept
    garbage = 0
  }
}
