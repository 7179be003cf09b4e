// Written by `buttonctl plugin constants` from plugin.json: change that instead.
import ButtondKit

/// What plugin.json says.
enum Manifest {
  /// The plugin's id.
  static let id = "com.example.themed"
  /// The plugin's version.
  static let version = "1.0.0"

  /// The style `button`.
  enum ButtonStyle {
    /// Its name in the manifest.
    static let name = "button"
    /// What `display` may be.
    enum Display: String, ReadableValue {
      case `default`
      case transparent
      case outline
      case rounded
    }
    /// How the colours are used.
    static let display = StyleParameter<Display>("display", default: .`default`)
    /// Whether a press also shrinks the button to 0.8, by a spring.
    static let isBouncy = StyleParameter<Bool>("isBouncy", default: false)
    /// Whether the button takes all the width there is.
    static let isFullWidth = StyleParameter<Bool>("isFullWidth", default: false)
    /// Whether a spinner shows that the button is at work; it takes no presses then.
    static let isLoading = StyleParameter<Bool>("isLoading", default: false)
    /// What `size` may be.
    enum Size: String, ReadableValue {
      case small
      case `default`
      case large
    }
    /// How large the text is.
    static let size = StyleParameter<Size>("size", default: .`default`)
    /// Which two colours of the theme it takes.
    static let type = StyleParameter<String>("type", default: "primary")
  }

  /// The style `green`.
  enum GreenStyle {
    /// Its name in the manifest.
    static let name = "green"
  }
}
