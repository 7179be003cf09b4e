extension ContentSize {
  public var bodyPointSize: Double {
    switch self {
    case .xS: 14
    case .s: 15
    case .m: 16
    case .l: 17
    case .xL: 19
    case .xxL: 21
    case .xxxL: 23
    case .ax1: 28
    case .ax2: 33
    case .ax3: 40
    case .ax4: 47
    case .ax5: 53
    }
  }

  public var scale: Double { bodyPointSize / ContentSize.l.bodyPointSize }
}
