import ButtondKit

extension BackgroundLook {
  /// Takes out of sight what the button's definition says of the background, its colours, line and
  /// corners apart.
  func erase() {
    if colorTransformer != nil { colorTransformer = .opacity(1) }
    if strokeColorTransformer != nil { strokeColorTransformer = .opacity(1) }
    if strokeOutset != nil { strokeOutset = 0 }
    image = nil
    if imageContentMode != nil { imageContentMode = .scaleToFill }
    material = nil
    if insets.top != nil { insets.top = 0 }
    if insets.leading != nil { insets.leading = 0 }
    if insets.bottom != nil { insets.bottom = 0 }
    if insets.trailing != nil { insets.trailing = 0 }
    let shadow = shadow
    if shadow.opacity != nil { shadow.opacity = 0 }
    if shadow.radius != nil { shadow.radius = 0 }
    if shadow.x != nil { shadow.x = 0 }
    if shadow.y != nil { shadow.y = 0 }
  }
}
