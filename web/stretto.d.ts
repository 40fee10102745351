/** Stretto for web pages: opens, draws, plays and queries scenes. The page docs/book/first/web.md is an introduction. */

/** A document: bytes (compressed with gzip or not), a Blob, a Response, text, or a URL. */
export type Source = Uint8Array | ArrayBuffer | ArrayBufferView | Blob | Response | URL | string;

/** A value of a layer. A colour is "#rrggbb" or four numbers from 0 to 1; null is no value. */
export type Value = number | boolean | string | ArrayLike<number> | DOMMatrixReadOnly | null;

/** Indices of a copy, one for each replicator around the layer, outermost first; "*" selects every copy. */
export type Instance = number | string | (number | string)[];

export interface OpenOptions {
  /** Files next to the document (PNG images and fonts) by path. */
  assets?: Record<string, Uint8Array>;
  /** Time in seconds after which drawing or a query fails; 0, the default, for no timeout. */
  timeout?: number;
}

export interface PlayOptions {
  /** Factor of the playing speed; a negative speed plays backwards. */
  speed?: number;
  /** True, the default, plays in an endless loop. */
  loop?: boolean;
  /** First and last scene time in seconds; by default one loop, or ten seconds of a scene that never repeats. */
  from?: number;
  to?: number | null;
}

/**
 * Error of the engine or of a call, with a message for people. The property `kind` classifies the error: "unsupported" is a
 * browser without WebAssembly or its SIMD, or a text in an engine that was built without texts. "document" is an invalid
 * document. "stopped" is an engine that crashed and was replaced.
 */
export class StrettoError extends Error {
  readonly kind: "invalid" | "keyPath" | "limit" | "timeout" | "document" | "stopped" | "unsupported" | "closed";
}

export interface RenderOptions {
  scale?: number;
  into?: Uint8Array | Uint8ClampedArray | ImageData | HTMLCanvasElement | OffscreenCanvas;
  premultiplied?: boolean;
  /** Time in seconds after which drawing fails; by default the timeout of the scene. */
  timeout?: number;
}

/** The layer and the copy that are painted at a point. */
export interface Hit {
  layer: Layer | null;
  /** Name of the layer, or "". */
  name: string;
  /** Indices of the copy. */
  instance: number[];
  /** The point in the layer's coordinates. */
  point: [number, number];
  /** Index of the character in its text; null for other layers. */
  character: number | null;
}

export interface Samples {
  times: Float64Array;
  /** Array of `width` numbers for each time. */
  values: Float64Array;
  width: number;
}

export interface LoopReport {
  /**
   * Duration in seconds of the shortest clip that loops without a discontinuity; 0 for a static scene, null for a scene that
   * never repeats.
   */
  duration: number | null;
  /** Scene time in seconds from which the scene is periodic. */
  steadyFrom: number;
  entries: { layer: Layer | null; keyPath: string; kind: string; period: number }[];
}

export interface Diagnostic {
  /** Name of the diagnostic, such as "delay-beyond-clip", as in the Python package. */
  code: string;
  layer: Layer | null;
  keyPath: string;
}

/** Layer of an open scene, whose values are set and queried by Core Animation's key paths. */
export class Layer {
  readonly name: string;
  /** Class of the layer, such as "CAReplicatorLayer". */
  readonly type: string;
  readonly role: "root" | "sublayer" | "mask" | "instanceMask" | "source" | "glyph" | "outside";
  /** Index of the layer in `scene.layers`. */
  readonly number: number;
  readonly parent: Layer | null;
  readonly scene: Scene;
  /** Sets a value of the layer or of some copies. Throws a StrettoError for a value that is not allowed. */
  set(keyPath: string, value: Value, options?: { instance?: Instance }): this;
  /** Returns the model value, or the presentation value at a scene time if `time` is given. */
  get(keyPath: string, options?: { instance?: Instance; time?: number }): unknown;
  /** Returns the local time of a copy of the layer at a scene time. */
  localTime(time: number, instance?: Instance): number;
  /** Returns all instances of the layer at a scene time. */
  instances(time: number): { instance: number[]; localTime: number }[];
  /**
   * Samples the value at a key path at `count` evenly spaced scene times from `from` to `to`; without a key path, samples the
   * local time.
   */
  sample(keyPath: string | null, from: number, to: number, count: number, options?: { instance?: Instance }): Samples;
}

/** Open scene, whose methods answer at once. Events: "edit", "close". */
export class Scene extends EventTarget {
  /** Size of the scene in points. */
  readonly size: { width: number; height: number };
  /** Red, green, blue and alpha of the colour behind all layers. */
  readonly background: number[];
  readonly duration: number | null;
  /** Warnings about parts of the document that Stretto does not understand. */
  readonly warnings: string[];
  readonly states: string[];
  readonly layers: Layer[];
  readonly closed: boolean;
  timeout: number;
  /**
   * Draws a frame with `scale` pixels per point and straight alpha. `into` may be an array or an ImageData of the frame's size,
   * or a canvas, which is resized to the frame.
   */
  render(time: number, options?: RenderOptions): ImageData;
  render<Canvas extends HTMLCanvasElement | OffscreenCanvas>(time: number, options: RenderOptions & { into: Canvas }): Canvas;
  /** Plays the scene on a canvas and returns the player. */
  play(canvas?: HTMLCanvasElement | OffscreenCanvas | null, options?: PlayOptions & { scale?: number }): Player;
  pause(): void;
  seek(time: number): void;
  readonly time: number;
  readonly player: Player | null;
  /** Returns the first layer with a name, or the layer with a number. */
  layer(which: string | number | Layer): Layer;
  /** Adds a state change: from `time` on the scene is in a state. The name "" stands for the base state. */
  setState(name: string, time?: number): void;
  hit(x: number, y: number, time: number): Hit | null;
  localTime(layer: string | number | Layer, time: number, instance?: Instance): number;
  sample(layer: string | number | Layer, keyPath: string | null, from: number, to: number, count: number,
    options?: { instance?: Instance }): Samples;
  loopReport(): LoopReport;
  /** Returns the diagnostics of a clip of `clip` seconds, which are probable mistakes in the scene. */
  diagnostics(options?: { clip?: number }): Diagnostic[];
  /** Encodes the current scene as a document. */
  toBytes(): Uint8Array;
  close(): void;
}

/** Plays a document on a canvas. Events: "load", "play", "pause", "ended", "timeupdate", "error". */
export class Player extends EventTarget {
  /** Promise that resolves when the scene has been opened. */
  readonly ready: Promise<unknown>;
  readonly range: [number, number];
  time: number;
  speed: number;
  loop: boolean;
  /** Resolution in pixels per point. */
  scale: number;
  timeout: number;
  readonly playing: boolean;
  /** True while the canvas is not visible. The clock is then paused and no frame is drawn. */
  suspended: boolean;
  show(canvas: HTMLCanvasElement | OffscreenCanvas, scale?: number): void;
  play(): void;
  pause(): void;
  seek(time: number): void;
  setRange(from: number, to: number | null): void;
  /** Replaces the document and keeps the time that is shown. */
  replace(document: { bytes: Uint8Array; assets?: Record<string, Uint8Array> }): Promise<unknown>;
  set(layer: string | number, keyPath: string, value: Value, options?: { instance?: Instance }): Promise<void>;
  setState(name: string, time?: number): Promise<void>;
  hit(x: number, y: number): Promise<(Omit<Hit, "layer"> & { number?: number; type?: string; localTime?: number }) | null>;
  close(): void;
}

/** `<stretto-scene src autoplay controls inspect loop speed from to at alt>`. Events: the events of the player, and "hover". */
export class SceneElement extends HTMLElement {
  readonly player: Player | null;
  document: Source | null;
  currentTime: number;
  readonly paused: boolean;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(time: number): void;
  set(layer: string | number, keyPath: string, value: Value, options?: { instance?: Instance }): Promise<void> | undefined;
  setState(name: string, time?: number): Promise<void> | undefined;
}

/** Time window of one copy in local time, and the value at the start of the window. */
export interface TimeWindow {
  instance: number[];
  name: string;
  start: number;
  stop: number;
  value: number;
}

/**
 * `<stretto-explorer layer key-path component replicator delay-key window from to at>`: a live scene with a graph of the time
 * windows of one layer, which the user can drag. Events: "load", "timeupdate", "play", "pause", "delay", "hover", "error".
 */
export class ExplorerElement extends HTMLElement {
  /** Element that plays the scene. */
  readonly view: SceneElement;
  document: Source | null;
  time: number;
  /** Delay of each copy of the replicator relative to the previous copy, in seconds. */
  delay: number;
  readonly windows: TimeWindow[];
}

/**
 * Sets the source of the engine before the first scene is opened. By default the library loads `stretto.wasm` from the folder of
 * the script.
 */
export function use(source: BufferSource | WebAssembly.Module | Response | URL | string): void;

/** Opens a scene. The promise rejects with a StrettoError. */
export function open(source: Source, options?: OpenOptions): Promise<Scene>;

/** Creates a player for a document. The page's own thread does not open the document. */
export function player(source: Source, options?: OpenOptions & PlayOptions & { time?: number }): Promise<Player>;

/** Memory of this thread's engine in bytes. */
export function memorySize(): Promise<number>;

declare global {
  interface HTMLElementTagNameMap {
    "stretto-scene": SceneElement;
    "stretto-explorer": ExplorerElement;
  }
}
