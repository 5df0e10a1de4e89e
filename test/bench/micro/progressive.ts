/**
 * Lines that are written token by token: when the first component is visible, with drafts and without, by a clock that counts
 * tokens; and what drafts cost.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parsePartialJson } from 'ai'
import { decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { openInputIn } from '../../../src/carriers/carried.ts'
import { basicCatalog, createRuntime, extendedCatalog, minimalCatalog } from '../../../src/entries/index.ts'
import { createOpenLine } from '../../../src/features/drafts/open-line.ts'
import type { OpenLine } from '../../../src/features/drafts/patience.ts'
import { sync } from '../../../src/features/sync/sync.ts'
import { root } from '../../../src/json/pointer.ts'
import type { OpenSource, ProgressiveHost, ProgressiveMode } from '../../../src/runtime/features.ts'
import type { Runtime } from '../../../src/runtime/runtime.ts'
import type { LineWatcher } from '../../../src/stream/lines.ts'
import { ComponentBinding } from '../../../src/surface/binding.ts'
import { shownComponent } from '../../../src/surface/shown.ts'
import { type LiveSurface, liveSurface } from '../../../src/surface/surface.ts'
import { CS, lines, T, UC } from '../../support/messages.ts'
import type { Case } from './measure.ts'

/** Looks at a line every 100 ms of a clock of the bench's own. */
function modeAt(clock: () => number): ProgressiveMode {
  return {
    kind: 'progressive',
    watch(host: ProgressiveHost, source: OpenSource): LineWatcher {
      let since: number | undefined
      let reader: OpenLine | undefined
      let text = ''
      return {
        more(piece) {
          since ??= clock()
          text += piece
          if (clock() - since < 100) return
          since = undefined
          reader ??= createOpenLine(host, source)
          reader.read(text)
        },
        end() {
          const endDraft = reader?.endDraft
          since = reader = undefined
          text = ''
          return endDraft
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

/** What a page has of a stream after each of its tokens. */
interface Player {
  /** The next token was written. */
  write(token: string): Promise<void> | void
  readonly runtime: Runtime
}

type PlayerOf = (progressive: ProgressiveMode | false) => Player

/** Each token is pushed. */
const pushed: PlayerOf = (progressive) => {
  const runtime = createRuntime({ catalogs, progressive, onError: () => undefined })
  return { runtime, write: (token) => runtime.push(token) }
}

/** Each line is the input of a call of a tool. `openOf`: what the carrier gives of input that is not whole. */
const called =
  (openOf: (input: string) => Promise<string | undefined> | string): PlayerOf =>
  (progressive) => {
    const runtime = createRuntime({ catalogs, progressive, sync, onError: () => undefined })
    const whole: unknown[] = []
    let line = ''
    return {
      runtime,
      async write(token) {
        const [rest = '', ...more] = token.split('\n')
        line += rest
        for (const next of more) {
          if (line) whole.push(JSON.parse(line))
          line = next
        }
        const open = line && (await openOf(line))
        runtime.sync('answer', [...whole], open ? { open } : {})
      },
    }
  }

const carriers: readonly (readonly [name: string, play: PlayerOf])[] = [
  ['input of tools of the AI SDK', called(inputOfAiSdk)],
  ['arguments of calls of AG-UI', called((input) => input)],
]

/** The SDK reads what is there of the input, and closes what is open. */
async function inputOfAiSdk(text: string): Promise<string | undefined> {
  const { value } = await parsePartialJson(text)
  return openInputIn([{ state: 'input-streaming', input: value }])
}

/** Seconds from the first token to the first thing that is shown; `undefined` if nothing ever is. */
async function secondsToFirst(
  tokens: readonly string[],
  rate: number,
  play: PlayerOf,
  drafts: boolean,
): Promise<number | undefined> {
  let now = 0
  const { runtime, write } = play(drafts ? modeAt(() => now) : false)
  for (const [index, token] of tokens.entries()) {
    now = ((index + 1) * 1000) / rate
    await write(token)
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
export async function measureFirstShown(): Promise<readonly FirstShown[]> {
  const found: FirstShown[] = []
  for (const [kind, texts] of streams()) {
    const tokenized = texts.map((text) => [...decodeGenerator(encode(text))])
    const plays = [['', pushed] as const, ...(kind === 'corpus, v0.9' ? carriers : [])]
    for (const [carrier, play] of tokenized.length > 0 ? plays : []) {
      const name = carrier ? `${kind}, as ${carrier}` : kind
      for (const rate of [30, 60, 120]) {
        const shown = async (drafts: boolean): Promise<readonly number[]> => {
          const seconds: number[] = []
          for (const tokens of tokenized) seconds.push((await secondsToFirst(tokens, rate, play, drafts)) ?? Number.NaN)
          return seconds.filter((time) => !Number.isNaN(time))
        }
        found.push({ name, rate, whole: await shown(false), drafts: await shown(true) })
      }
    }
  }
  return found
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
