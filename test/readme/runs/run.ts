// What executes the code of a document: a run for each heading, which loads the samples of test/readme that have its blocks, calls
// what they export, and asserts what comes of it.

export interface Run {
  /** With the DOM of a page, or in Node. */
  readonly in: 'page' | 'node'
  /** Sample → the test file that executes it and says what comes of it: another one that imports it, or the sample itself. */
  readonly elsewhere?: { readonly [sample: string]: string }
  /** Why the run cannot be made on this machine. Default: it can. */
  readonly cannot?: string | undefined
  /** Default: all is executed elsewhere. */
  readonly run?: (reader: Reader) => Promise<void>
}

/** By heading. */
export interface Runs {
  readonly [heading: string]: Run
}

export interface Reader {
  /** Executes a sample, by its path in test/readme: its blocks anew, at each call. A stylesheet is applied to the page, JSON is parsed. */
  readonly load: <Exports = unknown>(sample: string) => Promise<Exports>
  /** What a reader has beside the blocks: the names that samples declare. */
  readonly owns: (names: { readonly [name: string]: unknown }) => void
  /** Called when the run is over, the last one first. */
  readonly after: (end: () => unknown) => void
  /** Throws where no sentence of the document has this code. What a run calls of a sentence stands there, then. */
  readonly says: (phrase: string) => void
}
