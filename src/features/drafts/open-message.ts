/**
 * Text that is still being written → what is whole of its messages, each part as a message of its own: one component, or one value
 * of the data model.
 *
 * A part counts only if the version, the kind, `surfaceId` and `path` of its message stand before it: no part may have to be
 * taken back because of what comes later in a message that is right.
 */

import type { ProtocolFamily } from '../../protocol/message.ts'
import { createPartScanner, type PartScanner, type Want } from './parts.ts'

/** A part that is whole. */
export interface MessagePart {
  readonly surfaceId: string
  readonly family: ProtocolFamily
  /** A message that says nothing but this part. */
  readonly text: string
  /** Characters of the part alone. */
  readonly size: number
  /** Of a component: its place in the message. */
  readonly first: number
  /** What leads from the place that the message names to the value. An entry of v0.8 has its name itself. */
  readonly names: readonly string[]
  /** The value is an element of a list; the last name is its index. */
  readonly isElement: boolean
}

export interface OpenMessageOptions {
  readonly jsonDepth: number
  /** The messages may stand in a list, or in an object with a list of one of these names. */
  readonly lists: readonly string[] | undefined
  /** A message of v0.9 begins this surface: what comes behind it is about that one. */
  readonly onBegin: (surfaceId: string) => void
  /** Takes a part. False: read no further. */
  readonly onPart: (part: MessagePart) => boolean
}

/** The member of each message whose parts are shown. */
const bodies: { readonly [kind: string]: 'components' | 'value' | 'contents' } = {
  updateComponents: 'components',
  surfaceUpdate: 'components',
  updateDataModel: 'value',
  dataModelUpdate: 'contents',
}

/** In v0.8 what begins a surface comes last. */
const beginning = 'createSurface'

/** What is known of the message at hand: values as they stand in its text. */
interface OpenMessage {
  version?: string
  /** A member beside the version has begun: there is one in a message. */
  kind?: string
  surfaceId?: string
  path?: string
  /** The value is a list: its elements are handed on, whatever they are. */
  isList?: boolean
}

/** `undefined` for what is no text, or no JSON at all, as Python's `None`: the scanner follows structure alone. */
function textIn(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

export function createOpenMessage({ jsonDepth, lists, onBegin, onPart }: OpenMessageOptions): PartScanner {
  let message: OpenMessage = {}
  /** Keys and indexes that lead to a message. */
  let base = 0

  function wants(whole: readonly string[], first: string): Want {
    if (lists && first === '[') {
      if (whole.length === 0) base = 1
      if (whole.length === 1 && base === 0 && lists.includes(whole[0] as string)) base = 2
    }
    const [kind, name, token = '', element] = whole.slice(base)
    if (kind === undefined) {
      message = {}
      return 'parts'
    }
    if (name === undefined) return wantsMember(kind, first)
    const body = bodies[kind]
    if (kind === beginning) return token === '' && name === 'surfaceId' ? 'text' : undefined
    if (token === '') return body && wantsBody(body, name, first)
    if (body !== 'value' || message.isList || element !== undefined) return 'text'
    // Of arguments that a parser has completed such keys stand first, whichever is the last one.
    if (lists && /^\d+$/.test(token)) return undefined
    return first === '[' ? 'parts' : 'text'
  }

  function wantsMember(name: string, first: string): Want {
    if (name === 'version') return 'text'
    if (message.kind !== undefined) return 'stop'
    message.kind = name
    return (bodies[name] || name === beginning) && first === '{' ? 'parts' : undefined
  }

  function wantsBody(body: string, name: string, first: string): Want {
    if (name === 'surfaceId' || name === 'path') return 'text'
    const isKnown = message.surfaceId !== undefined && (body === 'components' || message.path !== undefined)
    if (name !== body || !isKnown || !fitsVersion()) return undefined
    message.isList = first === '['
    return message.isList || body === 'value' ? 'parts' : 'stop'
  }

  /** v0.8 alone has no version. */
  function fitsVersion(): boolean {
    return (message.version === undefined) === /^surface|Update$/.test(message.kind ?? '')
  }

  function take(whole: readonly string[], text: string): boolean {
    const [kind = '', name = '', ...names] = whole.slice(base)
    if (names.length > 0) return onPart(partOf(kind, name, names, text))
    if (kind === 'version') message.version = text
    else {
      const value = textIn(text)
      // The line will be refused.
      if (value === undefined) return false
      if (kind === beginning) onBegin(value)
      else message[name as 'surfaceId' | 'path'] = text
    }
    return true
  }

  function partOf(kind: string, body: string, names: readonly string[], text: string): MessagePart {
    const { version, surfaceId = '', path, isList } = message
    const place = path === undefined ? '' : `,"path":${path}`
    const payload = `{"surfaceId":${surfaceId}${place},"${body}":${body === 'value' ? text : `[${text}]`}}`
    return {
      surfaceId: JSON.parse(surfaceId) as string,
      family: version === undefined ? 'v0.8' : 'v0.9',
      text: `{${version === undefined ? '' : `"version":${version},`}"${kind}":${payload}}`,
      size: text.length,
      first: Number(names[0]),
      names: body === 'value' ? names : [],
      isElement: body === 'value' && (isList === true || names.length > 1),
    }
  }

  return createPartScanner({ wants, take, depth: jsonDepth })
}
