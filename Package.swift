// swift-tools-version: 6.2
import PackageDescription

// Modules of the engine, lowest first, each with the modules that it may import. The flag
// `--explicit-target-dependency-import-check error` enforces the list. The document docs/architecture.md describes each module.
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
  (
    "StrettoRaster", ["StrettoGeometry", "StrettoImaging", "StrettoDisplayList", "CLanes"]
  ),
  (
    "StrettoHitTesting",
    [
      "StrettoGeometry", "StrettoLayers", "StrettoDisplayList", "StrettoPresentation",
      "StrettoQuestions", "StrettoRaster",
    ]
  ),
]

/// Modules above the engine that write text formats. StrettoSVG is not part of web pages, and may use features that Embedded
/// Swift lacks.
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
    ]
  ),
]

/// Module for documents. The module needs the C library expat, which is linked statically (docs/decisions/documents.md).
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

/// Markdown files in the source folder of a module.
func notes(_ module: String) -> [String] { module == "StrettoRaster" ? ["README.md"] : [] }

/// Static libraries of a module, so that programs need no expat, HarfBuzz or zlib of their own. The script tools/text-parts builds
/// HarfBuzz and Stretto Sans (docs/decisions/text.md), and tools/zlib-parts builds zlib-ng (docs/decisions/files.md).
func linkedLibraries(_ module: String) -> [LinkerSetting] {
  switch module {
  case "StrettoDocument": [.linkedLibrary(":libexpat.a")]
  case "StrettoText": [.unsafeFlags([".build/text/libstretto-text.a"])]
  case "StrettoImaging": [.unsafeFlags([".build/zlib/libz-ng.a"])]
  default: []
  }
}

/// True in the build for tests, which sets STRETTO_TESTED.
let tested = Context.environment["STRETTO_TESTED"] != nil

/// Flags that let the linker remove unused functions: each function gets its own section, and public functions of modules are
/// internal to the library. Release builds also drop the names of fields and cases, which only failed tests print. Together with
/// packed relocations, the flags make the library a tenth smaller (docs/decisions/build.md).
let forTheLinker: SwiftSetting = .unsafeFlags(
  ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"]
    + (tested ? [] : ["-Xfrontend", "-disable-reflection-metadata"]),
  .when(configuration: .release))

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .unsafeFlags(["-Xcc", "-I.build/text/include", "-Xcc", "-I.build/zlib/include"]), forTheLinker,
]

// The tests run with checks for overlapping accesses. In a release build the checks would cost 3 % of a frame's time.
let moduleSettings: [SwiftSetting] =
  settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// Modules with SIMD code, which are compiled for the processor in STRETTO_CPU (docs/decisions/build.md). Other modules would not
/// become faster, and are the same in both libraries.
let simdModules: Set = [
  "StrettoGeometry", "StrettoImaging", "StrettoPresentation", "StrettoRaster", "StrettoTiming",
]
let forTheProcessor: [SwiftSetting] =
  Context.environment["STRETTO_CPU"].map { [.unsafeFlags(["-Xcc", "-march=\($0)"])] } ?? []

/// Modules whose code takes little of a frame's time, and the C interface. These modules are optimised for size
/// (docs/decisions/build.md).
let smallModules: Set = [
  "StrettoABI", "StrettoDocument", "StrettoExport", "StrettoHitTesting", "StrettoLayers",
  "StrettoQuestions", "StrettoSVG", "StrettoVector",
]
let forSize: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Modules with loops over pixels, letters or times, which are optimised in the build for tests. Other modules compile in a quarter of
/// the time without optimisation, and their tests take little longer.
let modulesOptimizedInTests: Set = [
  "StrettoGeometry", "StrettoImaging", "StrettoText", "StrettoTiming", "StrettoDisplayList",
  "StrettoRaster", "StrettoQuestions",
]
func optimisation(_ module: String) -> [SwiftSetting] {
  if tested && !modulesOptimizedInTests.contains(module) {
    return [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
  return smallModules.contains(module) ? forSize : []
}

/// Settings of test targets, which are not optimised. The reference implementations that compute every pixel a second time are in
/// StrettoTestSupport and StrettoTreeSupport, which are optimised.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Modules that the tests of a module may import. The list is short, so that a change in one module compiles few tests again. Only
/// tests that need whole layer trees import all modules.
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
    // The tests compare Stretto's PNG reader and writer with libpng.
    .systemLibrary(name: "CLibPNG", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CLibExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CHarfBuzz"),
    .systemLibrary(name: "CZlibNG"),
    .systemLibrary(name: "CLanes"),
    .systemLibrary(name: "CStretto", path: "include"),
  ]
    + everyModule.map {
      .target(
        name: $0.name, dependencies: $0.imports, exclude: notes($0.name),
        swiftSettings: moduleSettings + optimisation($0.name)
          + (simdModules.contains($0.name) ? forTheProcessor : []),
        linkerSettings: linkedLibraries($0.name))
    }
    + [
      .target(
        name: "StrettoABI", dependencies: allModules + ["CStretto"], exclude: ["exports.map"],
        swiftSettings: settings + optimisation("StrettoABI"),
        linkerSettings: [
          // The library needs no Swift on the user's machine and exports only the C interface. The names of Unicode characters
          // are left out (ScalarNames.swift).
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
    // The display list has no algorithms, so that the tests of other modules cover it.
    + everyModule.filter { $0.name != "StrettoDisplayList" }.map { module in
      .testTarget(
        name: module.name + "Tests", dependencies: testImports(of: module),
        swiftSettings: testSettings)
    }
)
