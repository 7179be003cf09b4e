import ButtonModel

extension ContentSize {
  /// As text that needs no allocation.
  var literal: StaticString {
    switch self {
    case .xS: "xS"
    case .s: "S"
    case .m: "M"
    case .l: "L"
    case .xL: "XL"
    case .xxL: "XXL"
    case .xxxL: "XXXL"
    case .ax1: "AX1"
    case .ax2: "AX2"
    case .ax3: "AX3"
    case .ax4: "AX4"
    case .ax5: "AX5"
    }
  }
}
