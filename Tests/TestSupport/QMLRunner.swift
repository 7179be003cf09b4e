import Glibc

/// Qt's program that runs cases written in QML.
package enum QMLRunner {
  package static let path = "/usr/lib/qt6/bin/qmltestrunner"
  package static let isInstalled =
    access(path, X_OK) == 0
    && access("/usr/lib/\(machine)/qt6/qml/QtWebSockets/qmldir", R_OK) == 0

  private static var machine: String {
    #if arch(arm64)
      "aarch64-linux-gnu"
    #else
      "x86_64-linux-gnu"
    #endif
  }
}
