import ButtonModel

/// How a button is resolved: which lanes it passes and which system style fills the rest.
struct Route {
  /// Why a button cannot be resolved as it is defined, until a plugin comes that changes it.
  struct Problem: Equatable {
    let reason: ButtonStatus.Reason
    let plugin: String
    let message: String
  }

  var stages: [ButtonRecord.Stage] = []
  var base = SystemStyle.plain
  /// What style and handler are told: what the definition says, else what their manifests do.
  var parameters: [Parameter] = []
  /// With one there are no stages: the button shows the fallback and says why.
  var problem: Problem?
}
