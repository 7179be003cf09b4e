extension Look {
  /// Draws title, subtitle, image, spinner and indicator, as far as they are there, in one colour in
  /// this state, whatever the base style would make of them.
  ///
  /// What the button's definition asks for itself stays: the colours of attributed texts, and colour
  /// transformers, which go on working on the title's new colour and elsewhere on the base style's.
  public func setForeground(_ color: Color) {
    baseForegroundColor = color
    titleColor = color
    if subtitle != nil, subtitleColorTransformer == nil {
      subtitleColorTransformer = .constant(color)
    }
    if image != nil, imageColorTransformer == nil { imageColorTransformer = .constant(color) }
    if showsActivityIndicator == true, activityIndicatorColorTransformer == nil {
      activityIndicatorColorTransformer = .constant(color)
    }
    if indicator == "popup", indicatorColorTransformer == nil {
      indicatorColorTransformer = .constant(color)
    }
  }
}
