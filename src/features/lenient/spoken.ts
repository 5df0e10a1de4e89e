/** Lenient mode: what a source has said so far, and the name and version by which a message is read. */
import { type Remedy, type Report, SurfaceError } from '../../errors/surface-error.ts'
import { spaced } from '../../json/spaced.ts'
import { clip, getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import { without } from '../../json/without.ts'
import type { ProtocolFamily } from '../../protocol/message.ts'
import { remedyOf } from '../../schema/remedy.ts'
import { plainWord } from '../../text/nearest.ts'
import type { OpenText } from './gathered.ts'

/** A message as it was meant. */
export interface Meant {
  readonly message: JsonValue
  /** JSON Pointer of the object that holds it. */
  readonly below: string
  /** JSON Pointer of its payload. Default: where that of a message stands. */
  readonly at?: string
  /** The component to begin with, where v0.9 has no word for it. */
  readonly root?: string
}

/** What a source has said so far: what it leaves out later is taken from here. */
export interface Spoken {
  surfaceId?: string
  /** The version of each surface that it has spoken of, by its id. */
  readonly families: Map<string, ProtocolFamily>
  /** A message over several lines. */
  open?: OpenText | undefined
}

export interface Context {
  readonly spoken: Spoken
  /** The version of a surface that is there. `begins`: only of one that the source itself has begun. */
  readonly familyIn: (surfaceId: string, begins: boolean) => ProtocolFamily | undefined
  readonly warn: Report
}

/** By a plain word for it: the name of a message in v0.9 and in v0.8. */
export const kinds: { readonly [word: string]: readonly [v09: string, v08: string] } = {}

for (const [words, ...names] of [
  [
    'createsurface beginrendering startrendering begin addsurface opensurface initsurface',
    'createSurface',
    'beginRendering',
  ],
  [
    'updatecomponents surfaceupdate updatesurface updatecomponent setcomponents addcomponents componentupdate componentsupdate upsertcomponents',
    'updateComponents',
    'surfaceUpdate',
  ],
  ['updatedatamodel datamodelupdate updatedata setdatamodel dataupdate', 'updateDataModel', 'dataModelUpdate'],
  ['deletesurface removesurface', 'deleteSurface', 'deleteSurface'],
] as const)
  for (const word of words.split(' ')) Object.assign(kinds, { [word]: names })

export const idNames: readonly string[] = ['surfaceId', 'surface_id', 'surfaceID', 'surface', 'id']

export interface Around extends Context {
  /** What the wrapper says. */
  readonly version: Maybe
}

/** What stands around a payload. A version that was left out is reported when the message is read. */
export function headOf(
  beside: JsonObject,
  family: ProtocolFamily,
  kind: string,
  name: string,
  around: Around,
): JsonObject {
  const { version: sent = around.version, ...others } = beside
  const surplus = without(others, ['surfaceId']) as JsonObject
  const said = versionOf(sent)
  if (family === 'v0.8') {
    if (sent !== undefined)
      warned(around, 'VERSION_UNSUPPORTED', 'v0.8 has no "version"', 'Leave "version" out.', '/version')
    return surplus
  }
  if (sent === 'v0.9' || sent === 'v0.9.1') return { version: sent, ...surplus }
  if ((sent ?? '') === '' && kind === name) return surplus
  if (sent !== undefined && said === undefined) return { version: sent, ...surplus }
  if (sent !== undefined)
    warned(
      around,
      'VERSION_UNSUPPORTED',
      `Version ${clip(JSON.stringify(sent))} is taken for "v0.9"`,
      'Send "version": "v0.9".',
      '/version',
    )
  return { version: 'v0.9', ...surplus }
}

export function versionOnly({ version }: JsonObject): JsonObject {
  return version === undefined ? { version: 'v0.9' } : { version }
}

/** The version that a text or number means. `1.0`: that of v0.9's messages, whose documents were called so. */
function versionOf(version: Maybe): ProtocolFamily | undefined {
  const text = typeof version === 'number' || typeof version === 'string' ? String(version) : ''
  if (/^v?(0\.9|1)(\.\d+)*$/i.test(text.trim())) return 'v0.9'
  return /^v?0\.8(\.\d+)*$/i.test(text.trim()) ? 'v0.8' : undefined
}

/** The value that was meant. */
export function toSend(value: JsonValue): Remedy {
  return {
    hint: `Send ${spaced(value)}.`,
    expected: { value, ...(typeof value === 'string' && { words: [value] }) },
  }
}

/** The version in which a message is read: that of its surface, what it says, the form of its components, its name. */
export function familyFor(modern: string, name: string, payload: JsonObject, around: Around): ProtocolFamily {
  const { spoken, version, familyIn } = around
  const surfaceId = String(payload['surfaceId'])
  const known = spoken.families.get(surfaceId) ?? familyIn(surfaceId, modern === 'createSurface')
  const { components } = payload
  const [first] = isList(components) ? components : []
  const type = isObject(first) ? getOwn(first as JsonObject, 'component') : undefined
  // Both versions delete in one word.
  const byName =
    name === '' || modern === name ? 'v0.9' : getOwn(kinds, plainWord(name))?.[1] === name ? 'v0.8' : 'v0.9'
  return known ?? versionOf(version) ?? (isObject(type) ? 'v0.8' : byName)
}

export function idIn(payload: JsonObject): string | undefined {
  const ids = idNames.map((name) => getOwn(payload, name)).filter((id) => typeof id === 'string' && id !== '')
  return ids[0] as string | undefined
}

export function warned(
  { warn }: Around,
  code: ConstructorParameters<typeof SurfaceError>[0],
  message: string,
  remedy: string | Remedy,
  at: string,
): void {
  warn(new SurfaceError(code, message, { ...remedyOf(remedy), at }).asWarning())
}
