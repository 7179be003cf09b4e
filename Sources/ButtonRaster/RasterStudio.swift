import ButtonModel
package import ButtonProtocol
import ButtonRender

/// Makes the pictures that are asked for.
package struct RasterStudio {
  private let fonts = SystemFonts()
  private let known = ShapeCache()

  package init() {}

  /// A picture of one button.
  package func picture(_ request: RasterDraw) throws(ProtocolError) -> RasterPicture {
    let traits = request.traits
    let display = Display(
      traits?.userInterfaceStyle ?? .light, direction: traits?.layoutDirection ?? .leftToRight,
      contrast: traits?.contrast ?? .normal, contentSize: traits?.contentSize ?? .l)
    let look = Appearance(request.appearance)
    let box = request.box
    let drawing = ButtonDrawing(
      look, on: display, loss: request.loss, metrics: fonts, filling: box?.points,
      images: request.images.sources)
    let backdrop = request.backdrop.map {
      $0.resolved(for: Traits(userInterfaceStyle: display.style, contrast: display.contrast))
    }
    let quarters = request.rotation?.quarters ?? 0
    let raster: Raster
    if let box {
      raster = try RasterStudio.raster(box.width, box.height, backdrop ?? 0)
      let side = Double(quarters % 2 == 0 ? box.width : box.height)
      raster.scale(side / drawing.layout.width, quarters: quarters)
    } else {
      let zoom = request.zoom ?? 2
      let (width, height) = (drawing.layout.width * zoom, drawing.layout.height * zoom)
      let isUpright = quarters % 2 == 0
      raster = try RasterStudio.raster(
        Int((isUpright ? width : height).rounded(.up)),
        Int((isUpright ? height : width).rounded(.up)), backdrop ?? 0)
      raster.scale(zoom, quarters: quarters)
    }
    var canvas = RasterCanvas(raster, fonts, known)
    drawing.draw(into: &canvas, x: 0, y: 0)
    return try raster.picture(request.format ?? .png)
  }

  /// A picture of a sheet.
  package func picture(_ request: RasterSheet) throws(ProtocolError) -> RasterPicture {
    let sheet = try LookSheet(request)
    let zoom = request.zoom ?? 2
    let drawing: SheetDrawing
    do throws(RenderError) {
      drawing = try sheet.drawing(fonts)
    } catch {
      throw .invalidParams(error.message)
    }
    let raster = try RasterStudio.raster(
      Int((drawing.frame.width * zoom).rounded(.up)),
      Int((drawing.frame.height * zoom).rounded(.up)), LookSheet.backdrop)
    raster.scale(zoom)
    var canvas = RasterCanvas(raster, fonts, known)
    drawing.draw(into: &canvas)
    return try raster.picture(request.format ?? .png)
  }

  private static func raster(
    _ width: Int, _ height: Int, _ backdrop: UInt32
  ) throws(ProtocolError) -> Raster {
    guard let raster = Raster(width: width, height: height, backdrop: backdrop) else {
      throw .invalidParams(
        "a picture of \(width) x \(height) pixels is too large: the most are"
          + " \(Raster.mostPixels >> 20) Mi; choose a smaller zoom, or fewer styles, states or traits"
      )
    }
    return raster
  }
}

extension RasterDraw {
  /// The key that the button fills; nil for a button that is as large as its content.
  fileprivate var box: (width: Int, height: Int, points: Box)? {
    guard let width, let height else { return nil }
    let isUpright = (rotation?.quarters ?? 0) % 2 == 0
    return (width, height, isUpright ? Box(pixels: width, height) : Box(pixels: height, width))
  }
}

extension Raster {
  fileprivate func picture(_ format: RasterDraw.Format) throws(ProtocolError) -> RasterPicture {
    var picture = RasterPicture()
    (picture.width, picture.height) = (width, height)
    switch format {
    case .png:
      guard let png else {
        throw ProtocolError(
          .internalError, "there is no memory for the picture; ask for a smaller one")
      }
      picture.data = Base64.text(png)
    case .rgb: picture.data = Base64.text(rgb)
    case .jpeg:
      guard let jpeg else {
        throw ProtocolError(.internalError, "this system's gdk-pixbuf does not write JPEG")
      }
      picture.data = Base64.text(jpeg)
    }
    return picture
  }
}

extension Appearance {
  /// The look that a client received.
  fileprivate init(_ members: AppearanceMembers) {
    self.init(
      members: Dictionary(
        members.members.map { ($0.name.string, $0.value) }, uniquingKeysWith: { _, last in last }))
  }
}

extension LookSheet {
  /// The sheet that a request describes.
  fileprivate init(_ request: RasterSheet) throws(ProtocolError) {
    self.init(title: request.title, columns: request.columns, panels: [])
    images = request.images.sources
    for (index, panel) in request.panels.enumerated() {
      guard let display = Display(named: panel.display, isRightToLeft: panel.isRightToLeft) else {
        throw .invalidParams(
          "there is no display '\(panel.display)'; \(Display.names)",
          path: "panels[\(index)].display")
      }
      panels.append(
        Panel(
          display: display,
          rows: panel.rows.map { row in
            Row(
              label: row.label, looks: row.looks.map { $0.appearance.map(Appearance.init) },
              loss: row.loss)
          }))
    }
  }
}

extension [ImageFileMessage] {
  /// The images by their names.
  fileprivate var sources: ImageSources {
    ImageSources(
      map { ($0.image.text.string, ImageSource(type: $0.type, data: $0.data)) },
      uniquingKeysWith: { _, last in last })
  }
}
