package import ButtonProtocol

/// Images that looks name.
extension Engine {
  package var imageCount: Int { context.images.count }

  /// What they count towards the limit.
  package var imageBytes: Int { context.images.byteCount }

  package func image(_ name: ImageName) -> StoredImage? { context.images[name.text] }

  /// In order of their names.
  package func images(after name: ImageName?) -> some Sequence<StoredImage> {
    context.images.after(name?.text)
  }

  /// Stores the image, unless it is there already.
  package func put(_ image: StoredImage) throws(EngineError) {
    let name = image.listing.image.text
    if context.images[name] != nil { return }
    try committer.admit()
    guard context.images.byteCount + image.byteCount <= settings.limits.imageBytes else {
      throw settings.limits.exceeded(\.imageBytes)
    }
    context.images.insert(image)
    context.unsaved.insert(.image(name), UnsavedEntries.Record(content: image.data))
  }

  /// Returns those that there were.
  package func remove(images names: [ImageName]) throws(EngineError) -> [ImageName] {
    try committer.admit()
    return names.filter { name in
      guard context.images.remove(name.text) else { return false }
      context.unsaved.insert(.image(name.text), UnsavedEntries.Record(content: nil))
      return true
    }
  }
}
