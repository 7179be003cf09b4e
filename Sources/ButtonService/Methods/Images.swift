import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum ImagesPut: Handler {
  typealias Message = ImagesPutRequest

  /// The cost of checking and hashing a byte, in units of ``TurnBudget/work``.
  private static let workOfByte = 8

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let data = Array(try ImagesPutRequest(params: call.params).data.utf8)
    guard data.count <= StoredImage.mostBytes else {
      throw .invalidParams(
        "the image has more than \(StoredImage.mostFileBytes >> 10) KiB: make it smaller",
        path: "params.data")
    }
    call.service.budget.work &+= data.count &* workOfByte
    let image: StoredImage
    do { image = try StoredImage(data) } catch { throw error.under("params") }
    do {
      try call.engine.put(image)
    } catch {
      throw ProtocolError(error, in: .later)
    }
    let start = writer.count
    image.listing.write(into: &writer)
    return try call.finish(nil, of: call.engine.scope(buttons: []), from: start, of: writer)
  }
}

enum ImagesGet: Handler {
  typealias Message = ImagesGetRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let name = try ImagesGetRequest(params: call.params).image
    guard let image = call.engine.image(name) else {
      throw ProtocolError(
        .notFound, "there is no image \(name.text.string): put it, or another is meant",
        path: "params.image")
    }
    writer.beginObject()
    writer.member("image", image.listing.image)
    writer.member("type", image.listing.type)
    writer.key("data")
    image.data.withUnsafeBytes { writer.string($0) }
    writer.endObject()
    call.service.budget.work &+= image.data.count
    return .answered
  }
}

enum ImagesList: Handler {
  typealias Message = ImagesListRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ImagesListRequest(params: call.params)
    var page = LinePage<ImageName>(call, limit: request.limit, in: writer)
    writer.beginObject()
    writer.key("images")
    writer.beginArray()
    for image in call.engine.images(after: request.after) {
      call.service.budget.work &+= WorkCost.record
      let isOnPage = page.append(image.listing.image, into: &writer) { writer in
        image.listing.write(into: &writer)
        return 0
      }
      if !isOnPage { break }
    }
    writer.endArray()
    writer.member(.next, ifPresent: page.next)
    writer.endObject()
    return .answered
  }
}

enum ImagesRemove: Handler {
  typealias Message = ImagesRemoveRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ImagesRemoveRequest(params: call.params)
    call.service.budget.work &+= request.images.count &* WorkCost.record
    let removed: [ImageName]
    do {
      removed = try call.engine.remove(images: request.images)
    } catch {
      throw ProtocolError(error, in: .later)
    }
    let start = writer.count
    ImagesRemoveResponse(removed: removed).write(into: &writer)
    return try call.finish(nil, of: call.engine.scope(buttons: []), from: start, of: writer)
  }
}
