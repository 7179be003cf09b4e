/// `buttond-bench store`: the store's costs at three sizes, beside their budgets.
enum StoreCommand {
  /// One size and its budget in nanoseconds per dirty button.
  private static let sizes = [(1_000, 35.0), (131_072, 100.0), (1_000_000, 250.0)]
  /// The budget of memory, in bytes: for a button, and for a key without its name.
  private static let bytesPerButton = 100
  private static let bytesPerKey = 40

  /// Measures and prints, as a table or as one JSON object.
  static func run(json: Bool) {
    var records: [String] = []
    if !json {
      print(
        "store, ns of CPU per dirty button (write, mark, re-track, compare), median of "
          + "\(CPUTime.runs)")
      print("  every button reads 4 keys; in turn another branch of its group's two is read,")
      print("  another item from anywhere, or three of the four reads change")
      print(
        "  buttons     keys  budget  branch    item   3 of 4  B/button  B/key  of which name"
          + "  KiB but names  budget"
      )
    }
    for (buttonCount, budget) in sizes {
      var benchmark = StoreBenchmark(buttonCount: buttonCount)
      let branch = nanosecondsPerButton(&benchmark, .branch)
      let item = nanosecondsPerButton(&benchmark, .item)
      let three = nanosecondsPerButton(&benchmark, .three)
      let keys = Double(benchmark.keyCount)
      let perButton = Double(benchmark.buttonBytes) / Double(buttonCount)
      let perKey = Double(benchmark.keyBytes) / keys
      let perName = Double(benchmark.nameBytes) / keys
      let budgetBytes = bytesPerButton * buttonCount + bytesPerKey * benchmark.keyCount
      if json {
        records.append(
          """
          {"buttons":\(buttonCount),"keys":\(benchmark.keyCount),"budgetNs":\(budget),\
          "branchNs":\(branch),"itemNs":\(item),"threeOfFourNs":\(three),\
          "bytesPerButton":\(rounded(perButton)),"bytesPerKey":\(rounded(perKey)),\
          "nameBytesPerKey":\(rounded(perName)),"bytes":\(benchmark.bytes),\
          "budgetBytes":\(budgetBytes)}
          """)
      } else {
        print(
          column(buttonCount, 9), column(benchmark.keyCount, 8), column(budget, 7),
          column(branch, 7), column(item, 7), column(three, 7),
          column(rounded(perButton), 9),
          column(rounded(perKey), 6), column(rounded(perName), 14),
          column(benchmark.bytes >> 10, 14), column(budgetBytes >> 10, 7))
      }
    }
    if json { print("{\"store\":[\(records.joined(separator: ","))]}") }
  }

  /// What a tick costs for each dirty button.
  private static func nanosecondsPerButton(
    _ benchmark: inout StoreBenchmark, _ alternation: StoreBenchmark.Alternation
  ) -> Double {
    CPUTime.median {
      CPUTime.perItem(milliseconds: 250) {
        (0..<64).reduce(0) { buttons, _ in buttons + benchmark.tick(alternation) }
      }
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  private static func column(_ value: some CustomStringConvertible, _ width: Int) -> String {
    let text = value.description
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
