/** Stretto in web pages: scenes are opened, drawn, played and asked. docs/book/first/web.md says how it is used. */

/** A document: its bytes (packed by gzip or not), a Blob, a Response, its text, or its address. */
export type Source = Uint8Array | ArrayBuffer | ArrayBufferView | Blob | Response | URL | string;

/** A value of a layer. Colours are "#rrggbb" or four numbers of 0 to 1; null is none. */
export type Value = number | boolean | string | ArrayLike<number> | DOMMatrixReadOnly | null;

/** Indices of a copy, one for each replicator around the layer, the outermost first; "*" is every copy. */
export type Instance = number | string | (number | string)[];

export interface OpenOptions {
  /** Files beside the document (PNGs and fonts) by their paths. */
  assets?: Record<string, Uint8Array>;
  /** Seconds after which a frame or an answer is given up; 0, the default, waits for ever. */
  timeout?: number;
}

export interface PlayOptions {
  /** Seconds of the scene in a second; below 0 it plays backwards. */
  speed?: number;
  /** True, the default, begins again at the end. */
  loop?: boolean;
  /** Seconds of the scene that are played; by default one loop, or ten seconds of what never repeats. */
  from?: number;
  to?: number | null;
}

/**
 * Why something could not be done, as a sentence for people. `kind` says what to do about it: "unsupported" is a browser without
 * WebAssembly or its SIMD, or a text where the engine was built without them, "document" bytes that are no scene, "stopped" an engine that broke off and has begun anew.
 */
export class StrettoError extends Error {
  readonly kind: "invalid" | "keyPath" | "limit" | "timeout" | "document" | "stopped" | "unsupported" | "closed";
}

export interface RenderOptions {
  scale?: number;
  into?: Uint8Array | Uint8ClampedArray | ImageData | HTMLCanvasElement | OffscreenCanvas;
  premultiplied?: boolean;
  /** Seconds after which the frame is given up; the scene's if not given. */
  timeout?: number;
}

/** The thing that is painted at a point. */
export interface Hit {
  layer: Layer | null;
  /** The layer's name, or "". */
  name: string;
  /** The indices of the copy. */
  instance: number[];
  /** In the layer's own coordinates. */
  point: [number, number];
  /** Place of the character in its text; null for other layers. */
  character: number | null;
}

export interface Samples {
  times: Float64Array;
  /** `width` numbers for each time. */
  values: Float64Array;
  width: number;
}

export interface LoopReport {
  /** Seconds of the shortest clip that repeats without a seam; 0 if it stands still, null if it never repeats. */
  duration: number | null;
  /** Seconds from which on it repeats. */
  steadyFrom: number;
  entries: { layer: Layer | null; keyPath: string; kind: string; period: number }[];
}

export interface Diagnostic {
  /** Python's name of it, such as "delay-beyond-clip". */
  code: string;
  layer: Layer | null;
  keyPath: string;
}

/** A layer of an open scene: values are set and asked for by Core Animation's key paths. */
export class Layer {
  readonly name: string;
  /** The class, such as "CAReplicatorLayer". */
  readonly type: string;
  readonly role: "root" | "sublayer" | "mask" | "instanceMask" | "source" | "glyph" | "outside";
  /** Its place in `scene.layers`. */
  readonly number: number;
  readonly parent: Layer | null;
  readonly scene: Scene;
  /** Sets a value, of the layer or of some of its copies. Throws a StrettoError that says what is allowed. */
  set(keyPath: string, value: Value, options?: { instance?: Instance }): this;
  /** The value as it was set, or, with a time, as it is shown then. */
  get(keyPath: string, options?: { instance?: Instance; time?: number }): unknown;
  /** The time that a copy of this layer shows at a time of the scene. */
  localTime(time: number, instance?: Instance): number;
  /** Every appearance at a time. */
  instances(time: number): { instance: number[]; localTime: number }[];
  /** Values at `count` times evenly from `from` to `to`; without a key path, the layer's own time. */
  sample(keyPath: string | null, from: number, to: number, count: number, options?: { instance?: Instance }): Samples;
}

/** An open scene. What is asked of it is answered at once. Events: "edit", "close". */
export class Scene extends EventTarget {
  /** In points. */
  readonly size: { width: number; height: number };
  /** Red, green, blue and alpha behind all layers. */
  readonly background: number[];
  readonly duration: number | null;
  /** Sentences about parts of the document that were not understood. */
  readonly warnings: string[];
  readonly states: string[];
  readonly layers: Layer[];
  readonly closed: boolean;
  timeout: number;
  /**
   * A frame with `scale` pixels a point, of straight alpha. `into` may be an array or an ImageData of its size to be filled, or a
   * canvas, which takes its size.
   */
  render(time: number, options?: RenderOptions): ImageData;
  render<Canvas extends HTMLCanvasElement | OffscreenCanvas>(time: number, options: RenderOptions & { into: Canvas }): Canvas;
  /** Plays on a canvas; returns what plays it. */
  play(canvas?: HTMLCanvasElement | OffscreenCanvas | null, options?: PlayOptions & { scale?: number }): Player;
  pause(): void;
  seek(time: number): void;
  readonly time: number;
  readonly player: Player | null;
  /** The first layer of a name, or the one of a number. */
  layer(which: string | number | Layer): Layer;
  /** From a time on the scene is in a state; "" is the tree as it stands. */
  setState(name: string, time?: number): void;
  hit(x: number, y: number, time: number): Hit | null;
  localTime(layer: string | number | Layer, time: number, instance?: Instance): number;
  sample(layer: string | number | Layer, keyPath: string | null, from: number, to: number, count: number,
    options?: { instance?: Instance }): Samples;
  loopReport(): LoopReport;
  /** Mistakes that the maker of a clip of so many seconds may not see. */
  diagnostics(options?: { clip?: number }): Diagnostic[];
  /** The document of the scene as it is now. */
  toBytes(): Uint8Array;
  close(): void;
}

/** Plays a document on a canvas. Events: "load", "play", "pause", "ended", "timeupdate", "error". */
export class Player extends EventTarget {
  /** Resolves when the scene is known. */
  readonly ready: Promise<unknown>;
  readonly range: [number, number];
  time: number;
  speed: number;
  loop: boolean;
  /** Pixels a point. */
  scale: number;
  timeout: number;
  readonly playing: boolean;
  /** True while nobody looks: time stands still meanwhile, and nothing is drawn. */
  suspended: boolean;
  show(canvas: HTMLCanvasElement | OffscreenCanvas, scale?: number): void;
  play(): void;
  pause(): void;
  seek(time: number): void;
  setRange(from: number, to: number | null): void;
  /** Shows another document at the same moment. */
  replace(document: { bytes: Uint8Array; assets?: Record<string, Uint8Array> }): Promise<unknown>;
  set(layer: string | number, keyPath: string, value: Value, options?: { instance?: Instance }): Promise<void>;
  setState(name: string, time?: number): Promise<void>;
  hit(x: number, y: number): Promise<(Omit<Hit, "layer"> & { number?: number; type?: string; localTime?: number }) | null>;
  close(): void;
}

/** `<stretto-scene src autoplay controls inspect loop speed from to at alt>`. Events: the player's, and "hover". */
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

/** The window of one copy, in the layer's own time, and the value when it begins. */
export interface TimeWindow {
  instance: number[];
  name: string;
  start: number;
  stop: number;
  value: number;
}

/**
 * `<stretto-explorer layer key-path component replicator delay-key window from to at>`: a live scene beside the graph of windows of
 * one of its layers, to drag. Events: "load", "timeupdate", "play", "pause", "delay", "hover", "error".
 */
export class ExplorerElement extends HTMLElement {
  /** The picture. */
  readonly view: SceneElement;
  document: Source | null;
  time: number;
  /** Seconds that each copy of the replicator is later than the one before. */
  delay: number;
  readonly windows: TimeWindow[];
}

/** Says where the engine comes from, before anything is opened; without it `stretto.wasm` beside the script. */
export function use(source: BufferSource | WebAssembly.Module | Response | URL | string): void;

/** Opens a scene. Rejects with a StrettoError. */
export function open(source: Source, options?: OpenOptions): Promise<Scene>;

/** A player for a document, without a scene on the page's own thread. */
export function player(source: Source, options?: OpenOptions & PlayOptions & { time?: number }): Promise<Player>;

/** Bytes of memory that the engine of this thread holds. */
export function memorySize(): Promise<number>;

declare global {
  interface HTMLElementTagNameMap {
    "stretto-scene": SceneElement;
    "stretto-explorer": ExplorerElement;
  }
}
