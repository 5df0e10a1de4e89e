/** `source` is the name of one thing in all options. In version 0.1 its earlier name, `key`, is understood as well. */

export interface SourceOption<Source = string> {
  readonly source?: Source | undefined
  /** @deprecated It is `source` now. It goes with version 0.2. */
  readonly key?: Source | undefined
}

let warned = false

/** The source that the options name. Its earlier name is a warning on the console, once. */
export function sourceIn<Source>({ source, key }: SourceOption<Source>): Source | undefined {
  if (key !== undefined && !warned) {
    warned = true
    // biome-ignore lint/suspicious/noConsole: it is for the developer of the page, who has no other place to hear of it.
    console.warn('surface-runtime: the option "key" is "source" now; "key" goes with version 0.2.')
  }
  return source ?? key
}
