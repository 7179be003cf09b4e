package import ButtonModel
internal import Glibc

/// A position among the keys that have a value, in order of their names' unsigned bytes.
///
/// Valid until the next `keysInOrder` or `recycleUnused`. Skips keys that have lost their value.
package struct KeyCursor {
  /// The key with the subtree's name, until it is returned.
  fileprivate var top: KeyID?
  fileprivate var index: Int
  fileprivate let end: Int
  fileprivate let version: Int

  /// An upper bound of the keys that remain.
  package var maximumCount: Int { end - index + (top == nil ? 0 : 1) }
}

extension Store {
  /// Begins at the first key after `after`; `under: "a"` means only `a` and keys starting with
  /// `a.`.
  package func keysInOrder(
    under: UnsafeRawBufferPointer? = nil, after: UnsafeRawBufferPointer? = nil
  ) -> KeyCursor {
    order.putInOrder(names, keys)
    var start = 0
    var end = order.sorted.count
    var top: KeyID?
    if let under {
      top = key(named: under)
      if let after, !isOrdered(after, before: under) { top = nil }
      var bound = [UInt8](under)
      bound.append(UInt8(ascii: "."))
      start = bound.withUnsafeBytes { order.lowerBound($0, names) }
      bound[bound.count - 1] = UInt8(ascii: ".") + 1
      end = bound.withUnsafeBytes { order.lowerBound($0, names) }
    }
    if let after {
      // The name directly after any name is the same with a zero byte appended.
      let next = [UInt8](after) + [0]
      start = max(start, next.withUnsafeBytes { order.lowerBound($0, names) })
    }
    return KeyCursor(top: top, index: start, end: end, version: order.version)
  }

  package func keysInOrder(under: UTF8String?, after: UTF8String?) -> KeyCursor {
    withBytes(of: under) { under in withBytes(of: after) { keysInOrder(under: under, after: $0) } }
  }

  private func withBytes<R>(
    of name: UTF8String?, _ body: (UnsafeRawBufferPointer?) -> R
  ) -> R {
    guard let name else { return body(nil) }
    return name.bytes.withUnsafeBytes { body($0) }
  }

  /// Nil at the end.
  package func next(_ cursor: inout KeyCursor) -> KeyID? {
    precondition(cursor.version == order.version, "the cursor's time has passed")
    if let top = cursor.top {
      cursor.top = nil
      if line(top).pointee.value != nil { return top }
    }
    while cursor.index < cursor.end {
      let key = KeyID(rawValue: order.sorted[cursor.index])
      cursor.index += 1
      if line(key).pointee.value != nil { return key }
    }
    return nil
  }
}

/// Whether `a` comes first in the order of unsigned bytes.
func isOrdered(_ a: UnsafeRawBufferPointer, before b: UnsafeRawBufferPointer) -> Bool {
  let shorter = min(a.count, b.count)
  if shorter > 0, let first = a.baseAddress, let second = b.baseAddress {
    let order = memcmp(first, second, shorter)
    if order != 0 { return order < 0 }
  }
  return a.count < b.count
}
