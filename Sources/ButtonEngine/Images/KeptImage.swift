import ButtonImages
import ButtonModel
package import ButtonProtocol

/// An image that a client has given, checked.
package struct KeptImage: Hashable, Sendable {
  /// The file, in Base64: what clients give, get and the journal has.
  package let data: [UInt8]
  package let listing: ImageListing

  /// What one counts in the limit besides its data, in bytes.
  private static let overhead = 512

  /// What it counts in the limit, in bytes.
  package var byteCount: Int { data.count + KeptImage.overhead }

  /// The most bytes of a file.
  package static let mostFileBytes = ImageFile.maximumBytes
  /// The most bytes of the data of one.
  package static let mostBytes = (ImageFile.maximumBytes + 2) / 3 * 4

  /// Checks the file that is in a Base64 text.
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
