// Written by `buttonctl plugin constants` from plugin.json: change that instead.
import ButtondKit

/// What plugin.json says.
enum Manifest {
  /// The plugin's id.
  static let id = "dev.buttond.themed"
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
    /// How the colours are used. default and rounded draw the secondary on the primary, transparent and outline the primary on the secondary, outline with its line in the primary. rounded takes the larger radius.
    static let display = StyleParameter<Display>("display", default: .`default`)
    /// Whether a press also shrinks the button to 0.8, by a spring of response 0.8, damping fraction 0.1 and blend duration 10.
    static let isBouncy = StyleParameter<Bool>("isBouncy", default: false)
    /// Whether the button takes all the width there is; background, line and shadow go with it.
    static let isFullWidth = StyleParameter<Bool>("isFullWidth", default: false)
    /// Whether a spinner shows that the button is at work. It is busy then: it refuses presses without being disabled.
    static let isLoading = StyleParameter<Bool>("isLoading", default: false)
    /// What `size` may be.
    enum Size: String, ReadableValue {
      case small
      case `default`
      case large
    }
    /// How large the text is.
    static let size = StyleParameter<Size>("size", default: .`default`)
    /// What the button stands for: which two colours of the theme it takes. The examples are in every theme; a theme may have others, button.TYPE.primary and button.TYPE.secondary.
    static let type = StyleParameter<String>("type", default: "primary")
  }

  /// The style `green`.
  enum GreenStyle {
    /// Its name in the manifest.
    static let name = "green"
  }
}
