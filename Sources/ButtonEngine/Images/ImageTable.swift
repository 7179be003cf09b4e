import ButtonModel
import ButtonProtocol

/// Clients' images by the hash of their bytes. They never change, and make no revisions.
final class ImageTable {
  private var images: [UTF8String: StoredImage] = [:]
  /// In order.
  private var names: [UTF8String] = []
  /// What it counts towards the limit.
  private(set) var byteCount = 0

  var count: Int { names.count }

  subscript(name: UTF8String) -> StoredImage? { images[name] }

  /// It must not be there yet.
  func insert(_ image: StoredImage) {
    let name = image.listing.image.text
    images[name] = image
    names.insert(name, at: place(after: name))
    byteCount += image.byteCount
  }

  /// False if the name is unknown.
  func remove(_ name: UTF8String) -> Bool {
    guard let image = images.removeValue(forKey: name) else { return false }
    names.remove(at: place(after: name) - 1)
    byteCount -= image.byteCount
    return true
  }

  /// In order of their names.
  func after(_ name: UTF8String?) -> some Sequence<StoredImage> {
    names[(name.map { place(after: $0) } ?? 0)...].lazy.compactMap { self.images[$0] }
  }

  private func place(after name: UTF8String) -> Int { names.partitioningIndex { $0 > name } }
}
