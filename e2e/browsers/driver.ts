// One page of a real browser, driven from outside: what Firefox and WebKit both can do, and no more.

/** In CSS pixels of the viewport. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Driver {
  /** Loads an address, and resolves after the page's `load` event. */
  readonly goto: (url: string) => Promise<void>
  /** Runs a function in the page and waits for its promise. Arguments and result travel as JSON. */
  readonly evaluate: <Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>
  readonly move: (to: Point) => Promise<void>
  readonly down: () => Promise<void>
  readonly up: () => Promise<void>
  /** Presses the keys of a text, one after the other. */
  readonly type: (text: string) => Promise<void>
  /** Presses a key by its `KeyboardEvent.key`, with Shift if need be: `Tab`, `Shift+Tab`. */
  readonly press: (key: string) => Promise<void>
  /** The viewport as a PNG. */
  readonly screenshot: () => Promise<Buffer>
  /** Ends the browser, and whatever was started for it. */
  readonly close: () => Promise<void>
}

export interface LaunchOptions {
  /** The browser draws with a forced palette, as Windows does in high contrast. Only Firefox can be asked for that. */
  readonly forcedColors: boolean
  /** The system's colour scheme is dark. */
  readonly dark: boolean
}

/** Of every page, in CSS pixels: wide enough for the demo's inspector. */
export const viewport = { width: 1280, height: 800 }
