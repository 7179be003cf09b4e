import ButtonImages
import ButtonModel
import ButtonProtocol
import ButtonRaster

/// libFuzzer calls from one thread.
private nonisolated(unsafe) let studio = RasterStudio()

/// The file of an image: refused with words, or small enough to be decoded, and then drawn.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  let file: ImageFile
  do throws(ImageFault) {
    file = try ImageFile(bytes)
  } catch {
    precondition(!error.message.isEmpty && error.message.utf8.count < 1_024, "no words")
    return 0
  }
  let (width, height) = (file.width ?? 1, file.height ?? 1)
  precondition((1...ImageFile.maximumSide).contains(width), "too wide")
  precondition((1...ImageFile.maximumSide).contains(height), "too high")
  precondition(width * height <= ImageFile.maximumPixels, "too many pixels")
  var image = ImageFileMessage()
  image.image = ImageName(of: bytes)
  image.type = file.kind.mediaType
  image.data = Base64.text(bytes)
  var request = RasterDraw()
  (request.width, request.height, request.images) = (16, 16, [image])
  request.appearance = AppearanceMembers([
    .init(name: "imageName", value: .string(image.image.text)),
    .init(name: "imageColor", value: .string("#000000FF")),
  ])
  do throws(ProtocolError) {
    let picture = try studio.picture(request)
    precondition(picture.width == 16 && picture.height == 16, "a picture of another size")
  } catch {
    fatalError("a key that cannot be drawn: \(error)")
  }
  return 0
}
