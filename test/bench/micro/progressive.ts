/**
 * Lines that are written token by token: when the first component is visible, with drafts and without, by a clock that counts
 * tokens; and what drafts cost.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { basicCatalog, createRuntime, extendedCatalog, minimalCatalog } from '../../../src/index.ts'
import { root } from '../../../src/json/pointer.ts'
import { createOpenLine, type ProgressiveHost } from '../../../src/open-line.ts'
import type { ProgressiveMode } from '../../../src/progressive.ts'
import type { Runtime } from '../../../src/runtime.ts'
import type { LineWatcher } from '../../../src/stream/lines.ts'
import type { OpenLine } from '../../../src/stream/patience.ts'
import { ComponentBinding } from '../../../src/surface/binding.ts'
import { shownComponent } from '../../../src/surface/shown.ts'
import { type LiveSurface, liveSurface } from '../../../src/surface/surface.ts'
import { CS, lines, T, UC } from '../../support/messages.ts'
import type { Case } from './measure.ts'

/** Looks at a line once it was open for 100 ms of a clock of the bench's own. */
function modeAt(clock: () => number): ProgressiveMode {
  return {
    kind: 'progressive',
    watch(host: ProgressiveHost): LineWatcher {
      let since: number | undefined
      let reader: OpenLine | undefined
      let text = ''
      return {
        more(piece) {
          if (reader) return reader.more(piece)
          since ??= clock()
          text += piece
          if (clock() - since >= 100) {
            reader = createOpenLine(host)
            reader.more(text)
          }
        },
        end() {
          const settle = reader?.settle
          since = reader = undefined
          text = ''
          return settle
        },
      }
    },
  }
}

/** Whether anything is drawn that says or shows something: what has no children, and is no text that is empty. */
function showsSomething(runtime: Runtime): boolean {
  return runtime.surfaces
    .getSnapshot()
    .map(liveSurface)
    .some((surface) => isShown(surface, surface.beginning.getSnapshot().root, 0))
}

function isShown(surface: LiveSurface, id: string, depth: number): boolean {
  const component = shownComponent(surface, id)
  if (!component || depth > 50) return false
  if (component.edges.length > 0)
    return component.edges.some(({ to, kind }) => kind === 'child' && isShown(surface, to, depth + 1))
  if (component.type !== 'Text') return component.type !== 'Divider'
  return new ComponentBinding(surface, id, root).getSnapshot().props['text'] !== ''
}

const catalogs = [extendedCatalog, basicCatalog, minimalCatalog]

/** Seconds from the first token to the first thing that is shown; `undefined` if nothing ever is. */
function secondsToFirst(tokens: readonly string[], rate: number, drafts: boolean): number | undefined {
  let now = 0
  const progressive = drafts ? modeAt(() => now) : false
  const runtime = createRuntime({ catalogs, progressive, onError: () => undefined })
  for (const [index, token] of tokens.entries()) {
    now = ((index + 1) * 1000) / rate
    runtime.push(token)
    if (showsSomething(runtime)) return now / 1000
  }
  return undefined
}

/** JSON Lines of every stream, by what they are. */
function streams(): readonly (readonly [name: string, texts: readonly string[]])[] {
  // The build of the bench lies elsewhere; it runs where the repository is.
  const at = (...path: readonly string[]): string => resolve(process.cwd(), ...path)
  const read = (folder: string, ending: string, textOf: (file: string) => string): readonly string[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => file.endsWith(ending))
          .map((file) => textOf(readFileSync(at(folder, file), 'utf8')))
      : []
  const messages = (file: string): string => lines(...(JSON.parse(file) as { messages: string[] }).messages)
  const corpus = at('../shared/corpus')
  return [
    ['transcripts', read(at('demo/transcripts'), '.jsonl', (file) => file)],
    ['corpus, v0.9', read(resolve(corpus, 'v0_9'), '.json', messages)],
    ['corpus, v0.8', read(resolve(corpus, 'v0_8'), '.json', messages)],
  ]
}

export interface FirstShown {
  readonly name: string
  readonly rate: number
  /** Seconds, of the streams that show anything. */
  readonly whole: readonly number[]
  readonly drafts: readonly number[]
}

/** For each rate, in tokens a second, and each kind of streams that there are. */
export function measureFirstShown(): readonly FirstShown[] {
  return streams().flatMap(([name, texts]) => {
    const tokenized = texts.map((text) => [...decodeGenerator(encode(text))])
    return [30, 60, 120].flatMap((rate) => {
      const shown = (drafts: boolean): readonly number[] =>
        tokenized.flatMap((tokens) => secondsToFirst(tokens, rate, drafts) ?? [])
      return tokenized.length > 0 ? [{ name, rate, whole: shown(false), drafts: shown(true) }] : []
    })
  })
}

/** What drafts cost: one long line in chunks of one character, and lines that come whole. */
export function progressiveCases(): readonly Case[] {
  const parts = Array.from({ length: 4_000 }, (_, index) => T(`t${index}`, 'x'.repeat(220)))
  const long = JSON.stringify(UC('s', parts))
  const rows = Array.from({ length: 2_000 }, (_, index) => lines(UC('s', [T(`t${index}`, `guest ${index}`)])))
  const pushing = (chunks: Iterable<string>, drafts: boolean) => () => {
    // Each look begins at once here: the most that there is to be paid.
    const progressive = drafts ? modeAt(() => performance.now() * 1e9) : false
    const runtime = createRuntime({ catalogs, progressive, onError: () => undefined })
    runtime.push(lines(CS('s')))
    for (const chunk of chunks) runtime.push(chunk)
    runtime.push('\n')
    return runtime.surfaces.getSnapshot().length
  }
  const against = 'the same without drafts'
  const group = 'progressive'
  return [
    {
      ...{ group, against, name: 'a line of 1 MiB in chunks of one character', ours: pushing(long, true) },
      yardstick: pushing(long, false),
    },
    { group, against, name: '2,000 whole lines', ours: pushing(rows, true), yardstick: pushing(rows, false) },
  ]
}
