import JSONRPC
import PluginHost

/// Manifests for tests, as text.
enum ManifestSamples {
  /// Everything that a manifest may say.
  static let full = """
    {
      "$schema": "../plugin.schema.json",
      "schemaVersion": 1, "id": "org.example.outline", "name": "Outline look",
      "version": "1.2.3-beta+4", "license": "Apache-2.0", "description": "Draws outlines.",
      "abi": {"major": 1, "minor": 0},
      "library": {"linux-x86_64": "x86/lib.so", "linux-aarch64": "arm/lib.so"},
      "sha256": {"linux-x86_64": "\(String(repeating: "0a", count: 32))"},
      "styles": [
        {
          "name": "outline", "title": "Outline", "documentation": "A thin line.",
          "base": "gray",
          "parameters": {
            "width": {"type": "number", "default": 1.5, "minimum": 0, "maximum": 8},
            "count": {"type": "int", "default": 3, "minimum": 1, "maximum": 9},
            "dashed": {"type": "bool", "default": false},
            "color": {"type": "color", "default": "systemBlue"},
            "side": {"type": "string", "values": ["left", "right"], "default": "left"},
            "label": {"type": "string", "documentation": "Shown inside."}
          }
        },
        {"name": "double", "isPrimitive": true}
      ],
      "handlers": [{"name": "count", "title": "Counts"}],
      "reads": ["state.checkout.*", "state.clock", "state.*"],
      "permissions": {"threads": true, "systemLocale": false, "resources": true},
      "limits": {"memoryMiB": 64, "startTimeoutMs": 5000, "batchBudgetMs": 20},
      "fallback": "tinted"
    }
    """

  /// The least that a manifest must say.
  static func minimal(
    id: String = "org.example.small", name: String = "small", version: String = "1",
    library: String = "lib.so", more: String = ""
  ) -> String {
    """
    {"schemaVersion": 1, "id": "\(id)", "name": "\(name)", "version": "\(version)",
     "abi": {"major": 1, "minor": 0}, "library": {"linux": "\(library)"}\(more)}
    """
  }

  /// Reads a manifest from text.
  static func read(
    _ text: String, host: ABIVersion = .host
  ) throws(ManifestError) -> Manifest {
    try Manifest(Array(text.utf8), file: "plugin.json", host: host, parser: JSONParser())
  }
}
