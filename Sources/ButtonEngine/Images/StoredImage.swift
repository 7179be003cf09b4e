import ButtonImages
import ButtonModel
package import ButtonProtocol

/// A client's image, checked.
package struct StoredImage: Hashable, Sendable {
  /// The file in Base64, as clients and the journal have it.
  package let data: [UInt8]
  package let listing: ImageListing

  /// What one counts besides its data.
  private static let overhead = 512

  /// What it counts towards the limit.
  package var byteCount: Int { data.count + StoredImage.overhead }

  package static let mostFileBytes = ImageFile.maximumBytes
  /// The longest ``data``, in bytes.
  package static let mostBytes = (ImageFile.maximumBytes + 2) / 3 * 4

  /// Checks the file in a Base64 text.
  package init(_ data: [UInt8]) throws(ProtocolError) {
    guard let bytes = Base64.bytes(data) else {
      throw .invalidParams("is not Base64: give the bytes of the file in it", path: "data")
    }
    let file: ImageFile
    do throws(ImageFault) {
      file = try ImageFile(bytes)
    } catch {
      throw .invalidParams("the image \(error.message)", path: "data")
    }
    self.data = data
    listing = ImageListing(
      image: ImageName(of: bytes), type: file.kind.mediaType, bytes: bytes.count,
      width: file.width, height: file.height)
  }
}
