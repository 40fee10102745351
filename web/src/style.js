/** Style sheet of the scene element. The colours are the text colour of the page and the accent colour of its controls. */
export const STYLE = `
  :host { display: inline-block; width: var(--scene-width, auto); max-width: 100%; vertical-align: top;
    font: 13px/1.4 system-ui, sans-serif; --ink: color-mix(in srgb, currentColor 75%, transparent);
    --faint: color-mix(in srgb, currentColor 18%, transparent); --accent: #0072b2; }
  :host([hidden]), [hidden] { display: none !important; }
  :host(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
  .view { position: relative; }
  canvas { display: block; width: 100%; aspect-ratio: var(--scene-ratio, auto); touch-action: manipulation; }
  :host([controls]) canvas { cursor: pointer; }
  :host(:not([data-shown])) canvas { position: absolute; inset: 0; visibility: hidden; }
  :host([data-shown]) slot { display: none; }
  ::slotted(img) { display: block; width: 100%; height: auto; }
  .controls { display: flex; flex-wrap: wrap; align-items: center; gap: .6em; margin-top: .4em; color: var(--ink); min-width: 12em; }
  button { font: inherit; color: inherit; background: none; border: 0; padding: .25em .4em; border-radius: 4px;
    cursor: pointer; min-width: 2em; min-height: 2em; font-variant-numeric: tabular-nums; }
  button:hover { background: var(--faint); }
  button:focus-visible, select:focus-visible, .time:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
  .toggle svg { display: block; width: 1.15em; height: 1.15em; fill: currentColor; margin: auto; }
  .speed { min-width: 3.2em; }
  .clock { font-variant-numeric: tabular-nums; min-width: 4.2em; text-align: right; }
  select { font: inherit; color: inherit; background: none; border: 1px solid var(--faint); border-radius: 4px; padding: .15em;
    max-width: 9em; }
  .time { flex: 1; min-width: 3em; margin: 0; height: 1.6em; appearance: none; background: none; cursor: pointer; }
  .time::-webkit-slider-runnable-track { height: 4px; border-radius: 2px;
    background: linear-gradient(to right, var(--accent) var(--share, 0%), var(--faint) var(--share, 0%)); }
  .time::-webkit-slider-thumb { appearance: none; width: 14px; height: 14px; margin-top: -5px; border-radius: 50%;
    background: var(--accent); border: 0; }
  .time::-moz-range-track { height: 4px; border-radius: 2px; background: var(--faint); }
  .time::-moz-range-progress { height: 4px; border-radius: 2px; background: var(--accent); }
  .time::-moz-range-thumb { width: 14px; height: 14px; border-radius: 50%; background: var(--accent); border: 0; }
  .found { margin: .3em 0 0; color: var(--ink); min-height: 1.4em; font-variant-numeric: tabular-nums; }
  .message { margin: .5em 0 0; padding: .3em .8em; border-left: 4px solid #d55e00; }
`;

/** Style sheet of the explorer element. */
export const EXPLORER_STYLE = `
  :host { display: flex; flex-wrap: wrap; gap: 1em 1.5em; align-items: flex-start; font: 13px/1.4 system-ui, sans-serif;
    --ink: color-mix(in srgb, currentColor 75%, transparent); --faint: color-mix(in srgb, currentColor 18%, transparent);
    --accent: #0072b2; }
  :host([hidden]), [hidden] { display: none !important; }
  .picture { flex: 0 1 auto; max-width: 100%; }
  stretto-scene { --accent: inherit; }
  .side { flex: 1 1 22em; min-width: min(22em, 100%); max-width: 44em; }
  .handle { display: flex; align-items: center; gap: .6em; color: var(--ink); }
  .handle[hidden] { display: none; }
  .graph-box { container-type: inline-size; padding-top: .4em; }
  .delay { flex: 1; min-width: 6em; accent-color: var(--accent); }
  .seconds { font-variant-numeric: tabular-nums; min-width: 5em; text-align: right; }
  .formula { margin: .3em 0 0; font-variant-numeric: tabular-nums; border-left: 4px solid var(--copy, transparent); padding-left: .6em; }
  .sentence { margin: .2em 0 .4em; color: var(--ink); padding-left: calc(.6em + 4px); min-height: 1.4em; }
  details { color: var(--ink); }
  summary { cursor: pointer; }
  summary:focus-visible { outline: 2px solid var(--accent); }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .4em 0; }
  th, td { text-align: left; padding: .1em 1.2em .1em 0; }
  .message { margin: .5em 0 0; padding: .3em .8em; border-left: 4px solid #d55e00; }
`;

/**
 * Style sheet of the graph of time windows. The texts of the graph have at least 11 px, although the graph, which is drawn 560
 * units wide, shrinks with its box.
 */
export const GRAPH_STYLE = `
  .graph { display: block; width: 100%; height: auto; font-size: 11px; color: currentColor; overflow: visible; }
  @container (max-width: 559px) { .graph { font-size: 14px; } }
  @container (max-width: 439px) { .graph { font-size: 18px; } .graph .odd { display: none; } }
  @container (max-width: 339px) { .graph { font-size: 22px; } }
  .graph text { fill: currentColor; fill-opacity: .75; }
  .graph .up, .graph .lane, .graph .end { text-anchor: end; }
  .graph .across { text-anchor: middle; }
  .graph .title { font-weight: 600; fill-opacity: 1; }
  .graph path { fill: none; stroke-linejoin: round; }
  .graph .curve { stroke: currentColor; stroke-opacity: .5; stroke-width: 2; }
  .graph .grid { stroke: currentColor; stroke-opacity: .12; }
  .graph .axis { stroke: currentColor; stroke-opacity: .5; }
  .graph .before { fill: currentColor; opacity: .08; }
  .graph .lead { stroke: currentColor; stroke-dasharray: 1 3; }
  .graph .dot { fill: currentColor; stroke: Canvas; stroke-width: 1.5; }
  .graph .window { fill: currentColor; fill-opacity: .75; cursor: ew-resize; touch-action: none; }
  .graph .window:hover, .graph .window[data-chosen] { fill-opacity: 1; }
  .graph .window:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  .graph[data-marked] .dot[data-chosen] { r: 7px; }
  .graph text[data-chosen] { font-weight: 700; fill-opacity: 1; }
  .graph [hidden] { display: none; }
`;
