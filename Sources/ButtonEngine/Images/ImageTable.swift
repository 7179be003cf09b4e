import ButtonModel
import ButtonProtocol

/// The images that clients have given, by the hash of their bytes. They never change and have no part in revisions:
/// a look only names one.
final class ImageTable {
  private var images: [UTF8String: KeptImage] = [:]
  /// The names in their order.
  private var names: [UTF8String] = []
  /// What all count in the limit.
  private(set) var byteCount = 0

  var count: Int { names.count }

  subscript(name: UTF8String) -> KeptImage? { images[name] }

  /// Keeps an image that is not there yet.
  func insert(_ image: KeptImage) {
    let name = image.listing.image.text
    images[name] = image
    names.insert(name, at: place(after: name))
    byteCount += image.byteCount
  }

  /// Removes an image; false if there is none of this name.
  func remove(_ name: UTF8String) -> Bool {
    guard let image = images.removeValue(forKey: name) else { return false }
    names.remove(at: place(after: name) - 1)
    byteCount -= image.byteCount
    return true
  }

  /// The images whose names come after one, in order.
  func after(_ name: UTF8String?) -> some Sequence<KeptImage> {
    names[(name.map { place(after: $0) } ?? 0)...].lazy.compactMap { self.images[$0] }
  }

  /// The index of the first name that comes after one.
  private func place(after name: UTF8String) -> Int { names.partitioningIndex { $0 > name } }
}
