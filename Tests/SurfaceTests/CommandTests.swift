import TestSupport
import Testing

extension SurfaceTests {
  /// The answers to commands, right and wrong.
  @Suite struct CommandTests {
    private static let id = #"DEVICEID="deck-1""#

    /// What goes to a deck in rows, and the whole answer.
    private static let errors = [
      ("NONSENSE", #"ERROR MESSAGE="Unknown command: NONSENSE" "#),
      ("nonsense 1 2", #"ERROR MESSAGE="Unknown command: NONSENSE" "#),
      ("", #"ERROR MESSAGE="Unknown command: " "#),
      (" PING", #"ERROR MESSAGE="Unknown command: " "#),
      ("ADD-DEVICE", #"ADD-DEVICE ERROR MESSAGE="Missing DEVICEID" "#),
      ("ADD-DEVICE DEVICEID", #"ADD-DEVICE ERROR MESSAGE="Missing DEVICEID" "#),
      (#"ADD-DEVICE DEVICEID="" PRODUCT_NAME=a"#, #"ADD-DEVICE ERROR MESSAGE="Missing DEVICEID" "#),
      ("ADD-DEVICE \(id)", #"ADD-DEVICE ERROR \#(id) MESSAGE="Missing PRODUCT_NAME" "#),
      (
        "ADD-DEVICE \(id) PRODUCT_NAME=a",
        #"ADD-DEVICE ERROR \#(id) MESSAGE="Device already added" "#
      ),
      ("REMOVE-DEVICE", #"REMOVE-DEVICE ERROR MESSAGE="Missing DEVICEID" "#),
      (
        "REMOVE-DEVICE DEVICEID=other",
        #"REMOVE-DEVICE ERROR DEVICEID="other" MESSAGE="Device not found" "#
      ),
      ("KEY-PRESS KEY=0 PRESSED=1", #"KEY-PRESS ERROR MESSAGE="Missing DEVICEID" "#),
      (
        "KEY-PRESS DEVICEID=other KEY=0 PRESSED=1",
        #"KEY-PRESS ERROR DEVICEID="other" MESSAGE="Device not found" "#
      ),
      ("KEY-PRESS \(id) PRESSED=1", #"KEY-PRESS ERROR \#(id) MESSAGE="Missing KEY" "#),
      ("KEY-PRESS \(id) KEY= PRESSED=1", #"KEY-PRESS ERROR \#(id) MESSAGE="Missing KEY" "#),
      ("KEY-PRESS \(id) KEY=6", #"KEY-PRESS ERROR \#(id) MESSAGE="Invalid KEY" "#),
      ("KEY-PRESS \(id) KEY=-1 PRESSED=1", #"KEY-PRESS ERROR \#(id) MESSAGE="Invalid KEY" "#),
      ("KEY-PRESS \(id) KEY=1.5 PRESSED=1", #"KEY-PRESS ERROR \#(id) MESSAGE="Invalid KEY" "#),
      ("KEY-PRESS \(id) KEY=a PRESSED=1", #"KEY-PRESS ERROR \#(id) MESSAGE="Invalid KEY" "#),
      ("KEY-PRESS \(id) KEY=2/0 PRESSED=1", #"KEY-PRESS ERROR \#(id) MESSAGE="Invalid KEY" "#),
      ("KEY-PRESS \(id) KEY=0/3 PRESSED=1", #"KEY-PRESS ERROR \#(id) MESSAGE="Invalid KEY" "#),
      ("KEY-PRESS \(id) KEY=0", #"KEY-PRESS ERROR \#(id) MESSAGE="Missing PRESSED" "#),
      ("KEY-PRESS \(id) KEY=0 PRESSED=", #"KEY-PRESS ERROR \#(id) MESSAGE="Missing PRESSED" "#),
      ("KEY-ROTATE \(id) DIRECTION=1", #"KEY-ROTATE ERROR \#(id) MESSAGE="Missing KEY" "#),
      ("KEY-ROTATE \(id) KEY=9 DIRECTION=1", #"KEY-ROTATE ERROR \#(id) MESSAGE="Invalid KEY" "#),
      ("KEY-ROTATE \(id) KEY=0", #"KEY-ROTATE ERROR \#(id) MESSAGE="Missing DIRECTION" "#),
      (
        "SET-VARIABLE-VALUE \(id) VALUE=MQ==",
        #"SET-VARIABLE-VALUE ERROR \#(id) MESSAGE="Missing VARIABLE" "#
      ),
      ("ADD-SUB SUBID=a LOCATION=1/0/0", #"ADD-SUB ERROR MESSAGE="Subscriptions not enabled" "#),
      ("REMOVE-SUB SUBID=a", #"REMOVE-SUB ERROR MESSAGE="Subscriptions not enabled" "#),
      ("SUB-PRESS SUBID=a PRESSED=1", #"SUB-PRESS ERROR MESSAGE="Subscriptions not enabled" "#),
      ("SUB-ROTATE SUBID=a DIRECTION=1", #"SUB-ROTATE ERROR MESSAGE="Subscriptions not enabled" "#),
    ]

    /// What is answered that all is well.
    private static let fine = [
      ("KEY-ROTATE \(id) KEY=0 DIRECTION=1", "KEY-ROTATE OK \(id) "),
      (#"KEY-ROTATE \#(id) KEY="1/2" DIRECTION=-3"#, "KEY-ROTATE OK \(id) "),
      (
        "SET-VARIABLE-VALUE \(id) VARIABLE=a VALUE=MQ==",
        #"SET-VARIABLE-VALUE OK \#(id) VARIABLE="a" "#
      ),
      (
        "SET-VARIABLE-VALUE \(id) VARIABLE=a VALUE=",
        #"SET-VARIABLE-VALUE OK \#(id) VARIABLE="a" "#
      ),
      ("PINCODE-KEY \(id) KEY=1", "PINCODE-KEY OK \(id) "),
      ("CHANGE-PAGE \(id) DIRECTION=1", "CHANGE-PAGE OK \(id) "),
      (
        #"FIRMWARE-UPDATE-INFO \#(id) UPDATE_URL="https://example.org""#,
        "FIRMWARE-UPDATE-INFO OK \(id) "
      ),
      ("KEY-PRESS \(id) KEY=5 PRESSED=1 UNKNOWN=2", "KEY-PRESS OK \(id) "),
      ("KEY-PRESS \(id) KEY=5 PRESSED=0 UNKNOWN", "KEY-PRESS OK \(id) "),
      ("PING", "PONG  "), ("ping  a \"b\" \\c ", "PONG  a \"b\" \\c  "),
      ("REMOVE-DEVICE \(id)", "REMOVE-DEVICE OK \(id) "),
    ]

    @Test func everyErrorHasTheTextOfTheProtocol() throws {
      let deck = try SurfaceTests.stage().deck()
      for (command, answer) in Self.errors {
        #expect(try deck.ask(command).line == answer, "\(command)")
      }
      // The connection and its deck are as they were.
      try deck.press(0)
    }

    @Test func whatIsRightIsAnsweredWithTheIdOfTheDeck() throws {
      let deck = try SurfaceTests.stage().deck()
      for (command, answer) in Self.fine {
        #expect(try deck.ask(command).line == answer, "\(command)")
      }
    }

    @Test(arguments: [
      ("KEYS_TOTAL=0", "Invalid KEYS_TOTAL"), ("KEYS_TOTAL=-1", "Invalid KEYS_TOTAL"),
      ("KEYS_TOTAL=2001", "Invalid KEYS_TOTAL"), ("KEYS_TOTAL=a", "Invalid KEYS_TOTAL"),
      ("KEYS_PER_ROW=0", "Invalid KEYS_PER_ROW"), ("KEYS_PER_ROW=1001", "Invalid KEYS_PER_ROW"),
      ("LAYOUT_MANIFEST=zzz", "Invalid LAYOUT_MANIFEST"),
      // {}, {"stylePresets":{},"controls":{}}, and a control in row -1.
      ("LAYOUT_MANIFEST=e30=", "Invalid LAYOUT_MANIFEST"),
      (
        "LAYOUT_MANIFEST=eyJzdHlsZVByZXNldHMiOnt9LCJjb250cm9scyI6e319", "Invalid LAYOUT_MANIFEST"
      ),
      (
        "LAYOUT_MANIFEST=eyJzdHlsZVByZXNldHMiOnsiZGVmYXVsdCI6e319LCJjb250cm9scyI6eyJhIjp7InJv"
          + "dyI6LTEsImNvbHVtbiI6MH19fQ==", "Invalid LAYOUT_MANIFEST"
      ),
    ])
    func aDeckThatCannotBeIsRefused(arguments: String, message: String) throws {
      let connection = try SurfaceTests.stage().surface.connect()
      let answer = try connection.ask("ADD-DEVICE DEVICEID=deck-1 PRODUCT_NAME=a \(arguments)")
      #expect(answer.line.hasPrefix(#"ADD-DEVICE ERROR DEVICEID="deck-1" MESSAGE="\#(message)"#))
      // It may try again.
      try connection.addDevice("deck-1", keys: 2, perRow: 2)
    }

    @Test func aManifestsControlsGoByTheirIds() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.surface.connect()
      try deck.addDevice(
        "deck-1",
        manifest: #"""
          {"stylePresets":{"default":{"text":true}},"controls":{"a-1/b":{"row":0,"column":0}}}
          """#)
      let errors = [
        ("KEY-PRESS \(Self.id) KEY=0 PRESSED=1", "KEY-PRESS", "Missing CONTROLID"),
        ("KEY-PRESS \(Self.id) CONTROLID=a-1/b", "KEY-PRESS", "Missing PRESSED"),
        ("KEY-PRESS \(Self.id) CONTROLID=b PRESSED=1", "KEY-PRESS", "Unknown CONTROLID"),
        ("KEY-ROTATE \(Self.id) KEY=0 DIRECTION=1", "KEY-ROTATE", "Missing CONTROLID"),
        ("KEY-ROTATE \(Self.id) CONTROLID=a-1/b", "KEY-ROTATE", "Missing DIRECTION"),
        ("KEY-ROTATE \(Self.id) CONTROLID=b DIRECTION=1", "KEY-ROTATE", "Unknown CONTROLID"),
      ]
      for (command, name, message) in errors {
        let answer = "\(name) ERROR \(Self.id) MESSAGE=\"\(message)\" "
        #expect(try deck.ask(command).line == answer, "\(command)")
      }
      try deck.waitForKey("a-1/b") { $0.text == "Pay 0" }
      // The KEY beside it is not looked at.
      for pressed in [1, 0] {
        let command = #"KEY-PRESS \#(Self.id) CONTROLID="a-1/b" KEY="9/9" PRESSED=\#(pressed)"#
        #expect(try deck.ask(command).outcome == .ok)
      }
      try deck.waitForKey("a-1/b") { $0.text == "Pay 1" }
    }

    @Test func aConnectionThatQuitsIsClosed() throws {
      let deck = try SurfaceTests.stage().deck()
      // Said by servers, and by confused clients; there is no answer.
      #expect(try deck.ask("PONG\nPONG 1\nPING a").line == "PONG a ")
      try deck.send("QUIT")
      #expect(try deck.isClosedByServer())
    }
  }
}
