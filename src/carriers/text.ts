/**
 * `surface-runtime/text`: surfaces within the text that a model writes. Between its prose stand blocks of messages: in tags such as
 * `<a2ui-json>`, behind `---a2ui_JSON---`, in fences named `a2ui`, `json` and `jsonl`, or by themselves at the beginning of a line.
 *
 * Use it where there is nothing else: a page that takes surfaces out of prose trusts what a web page that the model quotes may
 * contain. An agent that tells both apart by itself is safer.
 */
import { type SourceOption, sourceIn } from '../live/source-option.ts'
import { messagesInText } from '../protocol/carried.ts'
import { type CarriedRuntime, createAnswers } from './carried.ts'

export type { CarriedRuntime } from './carried.ts'

export interface TextOptions extends SourceOption {
  /** Gets the prose around the blocks, in pieces as they come. */
  readonly onText: (prose: string) => void
  /** Names the source of its surfaces. Default: `text`, with a number behind it from the second call on. */
  readonly source?: string | undefined
}

export interface TextReader {
  /** The name of the source: `<SurfaceList source>` draws its surfaces. */
  readonly source: string
  /** The next piece of the text, cut anywhere. */
  push(piece: string): void
  /** The text is over: what a block lacks at its end is reported. */
  end(): void
}

/** What opens a block; the groups are the name of a tag and that of a fence. */
const opening =
  /<(a2ui[-_](?:json|message))(?:\s[^<>]*)?>|(?<![^\n])```(json:a2ui|a2ui|jsonl?)[ \t]*\r?\n|---a2ui_JSON---|(?<![^\n])(?=[{[])/

/** The end of a piece that may become an opening. */
const halfOpening = /(?:<[^<>]{0,200}|(?<![^\n])`{1,3}[a-z0-9:]*[ \t]*\r?|-{1,3}[a-z0-9_]{0,12}-{0,3})$/i

interface Block {
  /** What ends it; empty: the end of the text. */
  readonly closing: string
  /** Nothing stands around its objects: whatever is none of them ends it. */
  readonly isBare: boolean
  /** A fence of JSON may hold anything: the text from its beginning, as long as no message was found in it. */
  doubted: string | undefined
}

/** JSON that is meant as a message, right or wrong. */
const isMeant =
  /"(?:surfaceId|surface_id|createSurface|updateComponents|updateDataModel|deleteSurface|beginRendering|surfaceUpdate|dataModelUpdate)"/

/** What may stand around the objects of a block: a list's signs, and the fence of a model that put it into the tags. */
const around = /^(?:[\s,[\]]+|```[a-z0-9:]*[ \t]*(?=[\s<[{]))/i
const halfFence = /^`{1,3}[a-z0-9:]*[ \t]*$/i

/** Reads the text of one answer. Each message goes to the runtime when its last bracket has come. */
export function readText(
  runtime: Pick<CarriedRuntime, 'sync' | 'apply' | 'newSource'>,
  options: TextOptions,
): TextReader {
  const { onText } = options
  const answers = createAnswers(runtime, { source: sourceIn(options), otherwise: 'text' })
  let text = ''
  /** The character before the text. */
  let before = '\n'
  let block: Block | undefined
  const scan = createScan()

  function take(length: number): string {
    const taken = text.slice(0, length)
    before = taken.at(-1) ?? before
    text = text.slice(length)
    return taken
  }

  function prose(length: number): void {
    if (length > 0) onText(take(length))
  }

  /** Whether something was read. `over`: nothing more comes. */
  function readProse(over: boolean): boolean {
    const line = before + text
    const found = opening.exec(line)
    if (!found) {
      prose(over ? text.length : (halfOpening.exec(line)?.index ?? line.length) - 1)
      return false
    }
    prose(found.index - 1)
    const [whole, tag, fence] = found
    take(whole.length)
    block = {
      closing: tag ? `</${tag}>` : fence ? '```' : '',
      isBare: whole === '',
      doubted: whole === '' || (fence?.startsWith('json') && fence !== 'json:a2ui') ? whole : undefined,
    }
    return true
  }

  function leave(length: number): boolean {
    const { doubted } = block ?? {}
    const left = take(length)
    if (doubted !== undefined && doubted + left !== '') onText(doubted + left)
    block = undefined
    scan.reset()
    return text !== ''
  }

  function readBlock({ closing, isBare, doubted }: Block, over: boolean): boolean {
    // A line break that ends an object belongs to none.
    const end = scan.object(text, closing)
    if (end > 0) {
      const object = text.slice(0, end)
      if (doubted !== undefined && !isMeant.test(object)) return isBare ? leave(end) : leaveCode()
      const messages = messagesInText(object)
      if (block) block.doubted = undefined
      answers.add(messages)
      take(end)
      return true
    }
    if (scan.started) return over && giveUp()
    if (closing !== '' && text.startsWith(closing)) {
      leave(closing.length)
      return true
    }
    const skipped = closing === '```' && text.startsWith('`') ? null : around.exec(text)
    if (skipped) {
      if (block?.doubted !== undefined) block.doubted += skipped[0]
      take(skipped[0].length)
      return text !== ''
    }
    // What follows is prose.
    if (isBare && text !== '') return leave(0) || true
    const waits = text === '' || closing.startsWith(text) || halfFence.test(text)
    return (over || !waits) && giveUp()
  }

  /** What stands there is no message: it is reported as one text, up to the end of the block. */
  function giveUp(): boolean {
    const end = block && block.closing !== '' ? text.indexOf(block.closing) : -1
    const broken = end < 0 ? text : text.slice(0, end)
    if (block && isMeant.test(broken)) block.doubted = undefined
    if (block?.doubted === undefined && broken.trim() !== '') answers.add([broken])
    return leave(end < 0 ? text.length : end + (block?.closing.length ?? 0))
  }

  /** A fence with JSON that is no message belongs to the prose. */
  function leaveCode(): boolean {
    const end = text.indexOf('\n```')
    return leave(end < 0 ? text.length : end + 4)
  }

  function readOn(over: boolean): void {
    while (block ? readBlock(block, over) : readProse(over));
  }

  const [source = ''] = answers.sources.getSnapshot()
  return {
    source,
    push(piece) {
      text += piece
      readOn(false)
    },
    end() {
      readOn(true)
      answers.end()
    },
  }
}

interface Scan {
  /** An object has begun and not ended. */
  readonly started: boolean
  /** Where the object at the start of the text ends; 0: it has not ended, or there is none. Looks at each character once. */
  object(text: string, closing: string): number
  reset(): void
}

function createScan(): Scan {
  let [at, depth] = [0, 0]
  let quoted = false

  function reset(): void {
    at = 0
    depth = 0
    quoted = false
  }

  return {
    get started() {
      return at > 0
    },
    reset,
    object(text, closing) {
      if (at === 0 && !text.startsWith('{')) return 0
      for (; at < text.length; at++) {
        const character = text[at]
        if (quoted) {
          if (character === '\\') at++
          else if (character === '"') quoted = false
        } else if (character === '"') quoted = true
        else if (character === '{') depth++
        else if (character === '}' && --depth === 0) {
          const end = at + 1
          reset()
          return end
        } else if (closing !== '' && character === closing[0] && text.startsWith(closing, at)) {
          // The block ends in the middle of an object.
          const end = at
          reset()
          return end
        }
      }
      return 0
    },
  }
}
