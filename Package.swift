// swift-tools-version: 6.2
import PackageDescription

// The modules, lowest first. A module may import only those named beside it; the build enforces it
// (`--explicit-target-dependency-import-check error`). docs/architecture.md says what lives where.
let modules: [(name: String, imports: [Target.Dependency])] = [
  ("StrettoGeometry", []),
  ("StrettoImaging", ["StrettoGeometry", "CZlibNG"]),
  ("StrettoText", ["StrettoGeometry", "StrettoImaging", "CHarfBuzz"]),
  ("StrettoTiming", ["StrettoGeometry"]),
  ("StrettoLayers", ["StrettoGeometry", "StrettoImaging", "StrettoText", "StrettoTiming"]),
  ("StrettoDisplayList", ["StrettoGeometry", "StrettoImaging"]),
  (
    "StrettoPresentation",
    [
      "StrettoGeometry", "StrettoImaging", "StrettoText", "StrettoTiming", "StrettoLayers",
      "StrettoDisplayList",
    ]
  ),
  (
    "StrettoQuestions",
    [
      "StrettoGeometry", "StrettoImaging", "StrettoText", "StrettoTiming", "StrettoLayers",
      "StrettoPresentation",
    ]
  ),
  ("StrettoRaster", ["StrettoGeometry", "StrettoImaging", "StrettoDisplayList"]),
  (
    "StrettoHitTesting",
    [
      "StrettoGeometry", "StrettoLayers", "StrettoDisplayList", "StrettoPresentation",
      "StrettoQuestions", "StrettoRaster",
    ]
  ),
]

/// Modules above the engine, for texts. The second does not go into a browser, and needs no Embedded Swift.
let textModules: [(name: String, imports: [Target.Dependency])] = [
  (
    "StrettoExport",
    ["StrettoGeometry", "StrettoImaging", "StrettoText", "StrettoTiming", "StrettoLayers"]
  ),
  ("StrettoSVG", ["StrettoGeometry", "StrettoImaging", "StrettoDisplayList", "StrettoRaster"]),
  (
    "StrettoVector",
    [
      "StrettoGeometry", "StrettoImaging", "StrettoText", "StrettoTiming", "StrettoLayers",
      "StrettoDisplayList", "StrettoPresentation", "StrettoQuestions", "StrettoRaster",
      "StrettoSVG",
    ]
  ),
]

/// The module for documents. It needs the C library expat, which is put into ours (docs/decisions/documents.md).
let documentModule: [(name: String, imports: [Target.Dependency])] = [
  (
    "StrettoDocument",
    [
      "StrettoGeometry", "StrettoImaging", "StrettoText", "StrettoTiming", "StrettoLayers",
      "CLibExpat",
    ]
  )
]

let everyModule = modules + textModules + documentModule
let allModules: [Target.Dependency] = everyModule.map { .byName(name: $0.name) }

/// Notes that lie beside the code of a module.
func notes(_ module: String) -> [String] { module == "StrettoRaster" ? ["README.md"] : [] }

/// The archive rather than the shared library: programs that take ours need no expat of their own.
/// HarfBuzz and the sans come from where tools/text-parts has made them (docs/decisions/text.md), zlib-ng's deflate from where
/// tools/zlib-parts has (docs/decisions/files.md).
func linkedLibraries(_ module: String) -> [LinkerSetting] {
  switch module {
  case "StrettoDocument": [.linkedLibrary(":libexpat.a")]
  case "StrettoText": [.unsafeFlags([".build/text/libstretto-text.a"])]
  case "StrettoImaging": [.unsafeFlags([".build/zlib/libz-ng.a"])]
  default: []
  }
}

/// With STRETTO_TESTED this is the tests' build.
let tested = Context.environment["STRETTO_TESTED"] != nil

/// Leaves out functions that nothing in the library calls: each function is a section of its own, and what is public between modules
/// is private to the link. Names of fields and cases, which only failed tests print, go too. With the linker's packed relocations a
/// tenth of the library goes (docs/decisions/build.md).
let forTheLinker: SwiftSetting = .unsafeFlags(
  ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"]
    + (tested ? [] : ["-Xfrontend", "-disable-reflection-metadata"]),
  .when(configuration: .release))

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .unsafeFlags(["-Xcc", "-I.build/text/include", "-Xcc", "-I.build/zlib/include"]), forTheLinker,
]

// Accesses are checked for overlap when the tests run; in a release these checks cost 3 % of a frame.
let moduleSettings: [SwiftSetting] =
  settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// Modules of pixels and lanes. STRETTO_CPU names the processor that they are compiled for (docs/decisions/build.md); the other
/// modules gain nothing by it, and are the same in both libraries.
let modulesOfLanes: Set = [
  "StrettoGeometry", "StrettoImaging", "StrettoPresentation", "StrettoRaster",
]
let forTheProcessor: [SwiftSetting] =
  Context.environment["STRETTO_CPU"].map { [.unsafeFlags(["-Xcc", "-march=\($0)"])] } ?? []

/// Modules that are no part of a frame, and the C interface, are made small rather than fast: a tenth of the library is theirs.
let smallModules: Set = [
  "StrettoABI", "StrettoDocument", "StrettoExport", "StrettoHitTesting", "StrettoQuestions",
  "StrettoSVG", "StrettoVector",
]
let forSize: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Modules that loop over pixels, letters or times are optimised for tests. The others compile in a quarter of the time, and their
/// tests take little longer.
let modulesThatLoop: Set = [
  "StrettoGeometry", "StrettoImaging", "StrettoText", "StrettoTiming", "StrettoDisplayList",
  "StrettoRaster", "StrettoQuestions",
]
func optimisation(_ module: String) -> [SwiftSetting] {
  if tested && !modulesThatLoop.contains(module) {
    return [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
  return smallModules.contains(module) ? forSize : []
}

/// Tests run with optimised modules and asserts kept (`make swift-test`). Their own code is not worth optimising; what computes
/// every pixel a second way is in StrettoTestSupport and StrettoTreeSupport, which are.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Modules that the tests of a module may import: few, so that a change in one module compiles few tests. Those of trees import any.
func testImports(of module: (name: String, imports: [Target.Dependency])) -> [Target.Dependency] {
  let testsTrees = [
    "StrettoPresentation", "StrettoQuestions", "StrettoDocument", "StrettoVector",
  ]
  return testsTrees.contains(module.name)
    ? allModules + ["StrettoTestSupport", "StrettoTreeSupport"]
    : module.imports + [.byName(name: module.name), "StrettoTestSupport"]
}

let package = Package(
  name: "stretto",
  products: [.library(name: "stretto", type: .dynamic, targets: ["StrettoABI"])],
  targets: [
    // The tests compare our reading and writing of PNGs with libpng's.
    .systemLibrary(name: "CLibPNG", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CLibExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CHarfBuzz"),
    .systemLibrary(name: "CZlibNG"),
    .systemLibrary(name: "CStretto", path: "include"),
  ]
    + everyModule.map {
      .target(
        name: $0.name, dependencies: $0.imports, exclude: notes($0.name),
        swiftSettings: moduleSettings + optimisation($0.name)
          + (modulesOfLanes.contains($0.name) ? forTheProcessor : []),
        linkerSettings: linkedLibraries($0.name))
    }
    + [
      .target(
        name: "StrettoABI", dependencies: allModules + ["CStretto"], exclude: ["exports.map"],
        swiftSettings: settings + optimisation("StrettoABI"),
        linkerSettings: [
          // One library that needs no Swift on the user's machine and exports the C interface alone. It goes without the
          // names of Unicode characters (ScalarNames.swift).
          .unsafeFlags([
            "-static-stdlib", "-Xlinker", "--version-script=Sources/StrettoABI/exports.map",
            "-Xlinker", "-soname=libstretto.so.0", "-use-ld=lld", "-Xlinker", "--icf=all",
            "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            "-Xlinker", "--wrap=_swift_stdlib_getScalarName",
          ])
        ]),
      .target(
        name: "StrettoTestSupport",
        dependencies: [
          "StrettoGeometry", "StrettoImaging", "StrettoTiming", "StrettoLayers",
          "StrettoDisplayList", "CLibPNG",
        ],
        path: "Tests/StrettoTestSupport", swiftSettings: settings),
      .target(
        name: "StrettoTreeSupport", dependencies: allModules + ["StrettoTestSupport"],
        path: "Tests/StrettoTreeSupport", swiftSettings: settings),
    ]
    // The display list is a vocabulary without algorithms: its users test it.
    + everyModule.filter { $0.name != "StrettoDisplayList" }.map { module in
      .testTarget(
        name: module.name + "Tests", dependencies: testImports(of: module),
        swiftSettings: testSettings)
    }
)
