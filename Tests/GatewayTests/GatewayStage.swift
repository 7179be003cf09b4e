import TestSupport

/// What the cases of the gateway's suites have in common, in turn.
enum GatewayStage {
  /// A daemon without plugins.
  static var daemon: DaemonProcess {
    get throws { try Shared.one("daemon") { try DaemonProcess() } }
  }

  /// A gateway to it.
  static var gateway: GatewayProcess {
    get throws { try Shared.one("gateway") { try GatewayProcess(to: daemon.socketPath) } }
  }

  /// A daemon with the plugins that the buttons of pages need.
  static var pluginDaemon: DaemonProcess {
    get throws {
      try Shared.one("pluginDaemon") {
        try DaemonProcess(plugins: [.checkout, .outline, .press])
      }
    }
  }

  /// A gateway to that.
  static var pluginGateway: GatewayProcess {
    get throws {
      try Shared.one("pluginGateway") { try GatewayProcess(to: pluginDaemon.socketPath) }
    }
  }

  /// A browser.
  static var browser: Chromium {
    get throws { try Shared.one("browser") { try Chromium() } }
  }
}
