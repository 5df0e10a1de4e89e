/** The text of a system prompt that teaches a model to write surfaces, made from the catalog's schema. */
import type { SurfaceMessage } from '../protocol/wire.ts'
import { examplesOf } from './examples.ts'
import { type Carrier, type PromptExample, textOf } from './prompt-text.ts'
import { type Version, vocabularyOf } from './vocabulary.ts'
import type { CatalogWithSchema } from './with-schema.ts'

export interface PromptOptions {
  /** Default: `v0.9`. */
  readonly version?: Version | undefined
  /** Components and functions that the model shall not know of, by name. */
  readonly omit?: readonly string[] | undefined
  /** How the model answers: with nothing but lines, with a fence in its text, or by a call of `show_surface`. Default: `lines`. */
  readonly carrier?: Carrier | undefined
  /** Streams of your own to show, or how many of the built-in ones. Default: 2. */
  readonly examples?: readonly (readonly SurfaceMessage[])[] | 0 | 1 | 2 | undefined
  /** The most tokens that the text may have. Over it, built-in examples are left out, then the list of mistakes. */
  readonly maxTokens?: number | undefined
  /** The number of tokens in a text. Default: characters / 4, which is within 15 % for this text. */
  readonly count?: ((text: string) => number) | undefined
  /** Instructions of your own, which stand at the end. */
  readonly extra?: string | undefined
}

/**
 * The same text for the same catalog and options, byte for byte, so that providers can cache it.
 *
 * Throws a `TypeError` for a version that the catalog does not have, for unknown names in `omit`, for a catalog whose files are
 * not complete, and where `maxTokens` is too small; it says what is needed.
 */
export function promptFor(catalog: CatalogWithSchema, options: PromptOptions = {}): string {
  const { carrier = 'lines', examples = 2, maxTokens = Number.POSITIVE_INFINITY, extra, omit, version } = options
  const { count = (text: string): number => Math.ceil(text.length / 4) } = options
  const vocabulary = vocabularyOf(catalog, version, omit)
  const own = typeof examples === 'number' ? undefined : examples.map((messages) => ({ messages }))
  const ownExamples = (vocabulary.version === 'v0.9' && !omit && catalog.examples) || []
  const shown: readonly PromptExample[] = own ?? [...ownExamples, ...examplesOf(vocabulary)].slice(0, Number(examples))
  const fewest = own ? own.length : 0
  const plans = shown
    .slice(fewest)
    .map((_example, index) => ({ mistakes: true, examples: shown.slice(0, shown.length - index) }))
  const least = shown.slice(0, fewest)
  let text = ''
  for (const plan of [...plans, { mistakes: true, examples: least }, { mistakes: false, examples: least }]) {
    text = textOf(vocabulary, { ...plan, carrier, extra })
    if (count(text) <= maxTokens) return text
  }
  const needed = `this catalog needs ${count(text)}. Leave components out with "omit"`
  throw new TypeError(`maxTokens: ${maxTokens} is too few: ${needed}`)
}
