/** A parsed line → a `Message` of its version, or one error about the envelope. */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { formatPointer } from '../json/pointer.ts'
import { clip, isObject, isWellFormed, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { faultOf } from '../schema/fault.ts'
import type { Validator } from '../schema/validator.ts'
import { didYouMean } from '../text/nearest.ts'
import type { Envelope } from './envelope.ts'
import {
  familyOf,
  type Message,
  type ProtocolFamily,
  type ProtocolVersion,
  type Received,
  type UpdateDataModel,
} from './message.ts'
import { envelopeInvalid, repaired } from './repair.ts'
import { v08 } from './v08.ts'
import { plainUpdate, v09 } from './v09.ts'

const envelopes: { readonly [family in ProtocolFamily]: Envelope } = { 'v0.8': v08, 'v0.9': v09 }

/** The name of a message in v0.9, under that in v0.8. The other names are the same. */
const renamed: { readonly [name: string]: string } = {
  beginRendering: 'createSurface',
  surfaceUpdate: 'updateComponents',
  dataModelUpdate: 'updateDataModel',
}

/** The catalog of a surface of v0.8 that names none. */
const standardCatalogId = 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json'

/**
 * Throws a `SurfaceError` with code `VERSION_…` or `ENVELOPE_…`, or that of a bad path. `warnings`: lenient mode. What can
 * be left out or be concluded from the rest of the message is then a warning, which is added to it.
 */
export function decode(
  value: JsonValue,
  limits: Pick<Limits, 'idLength'>,
  warnings?: SurfaceError[],
  line?: number,
): Received {
  if (!isObject(value)) throw notAnObject(value)
  const wire = value as JsonObject
  const version = versionOf(wire, warnings)
  const family = familyOf(version)
  const plain = plainUpdate(wire)
  const name = plain ?? kindOf(wire, family, warnings)
  const at = `/${name}`
  const sent = wire[name] as JsonObject
  const payload = plain ? sent : accepted(sent, name, family, warnings)
  const surfaceId = payload['surfaceId'] as string
  if (surfaceId.length > limits.idLength || !isWellFormed(surfaceId)) throw badSurfaceId(at, limits)
  const kind = (own(renamed, name) ?? name) as Message['kind']
  // Not a spread, which takes 10 µs in Node 20.
  if (kind !== 'updateDataModel')
    return Object.assign(messageOf(kind, payload, version), { surfaceId, family, at, line })
  const envelope = envelopes[family]
  try {
    return { kind, surfaceId, pointer: envelope.pointerOf(payload), value: envelope.valueOf(payload), family, at, line }
  } catch (error) {
    throw error instanceof SurfaceError ? error.in({ at: '/path' }).below(at).in({ surfaceId }) : error
  }
}

/** What an accepted payload says, but for its surface. Members that a version does not know its schema has refused. */
function messageOf(kind: Contents['kind'], payload: JsonObject, version: ProtocolVersion): Contents {
  switch (kind) {
    case 'createSurface':
      return {
        kind,
        version,
        catalogId: (payload['catalogId'] ?? standardCatalogId) as string,
        root: (payload['root'] ?? 'root') as string,
        theme: (payload['theme'] ?? payload['styles'] ?? {}) as JsonObject,
        sendDataModel: payload['sendDataModel'] === true,
        mayRestart: version === 'v0.8',
      }
    case 'updateComponents':
      return { kind, components: payload['components'] as readonly JsonValue[] }
    default:
      return { kind }
  }
}

type WithoutSurface<M> = M extends Message ? Omit<M, 'surfaceId'> : never
type Contents = WithoutSurface<Exclude<Message, UpdateDataModel>>

/** The payload, once its schema accepts it. */
function accepted(
  payload: JsonValue,
  kind: string,
  family: ProtocolFamily,
  warnings: SurfaceError[] | undefined,
): JsonObject {
  const validate = envelopes[family].kinds[kind] as Validator
  const found = validate(payload)
  if (!found) return payload as JsonObject
  const at = `/${kind}`
  const surfaceId = idOf(payload)
  const error = envelopeInvalid(faultOf(found), at).in({ surfaceId })
  const mended = warnings && repaired(payload, validate, at, (warning) => warnings.push(warning.in({ surfaceId })))
  if (!mended) throw error
  return mended
}

/** The version that a message seems to be written in, even if it is faulty: its report is written in that version. */
export function spokenVersion(value: JsonValue): ProtocolVersion | undefined {
  if (!isObject(value)) return undefined
  const version = own(value, 'version')
  if (version === 'v0.9' || version === 'v0.9.1') return version
  return version === undefined && Object.keys(value).some((name) => own(v08.kinds, name)) ? 'v0.8' : undefined
}

/** Only v0.8 has no version, so a v0.9 name without one is a v0.9 message that forgot it. */
function versionOf(wire: JsonObject, warnings: SurfaceError[] | undefined): ProtocolVersion {
  const spoken = spokenVersion(wire)
  if (spoken) return spoken
  const version = own(wire, 'version')
  if (version !== undefined)
    throw new SurfaceError('VERSION_UNSUPPORTED', `Version ${clip(JSON.stringify(version))} is not supported`, {
      hint: 'Send "version": "v0.9"; messages of v0.8 have no "version".',
      at: '/version',
    })
  const forgot = Object.keys(wire).find((name) => own(v09.kinds, name))
  if (forgot === undefined) return 'v0.8'
  const hint = 'Add "version": "v0.9".'
  const error = `"${forgot}" is a message of v0.9 and needs a version`
  tolerate(new SurfaceError('VERSION_MISSING', error, { hint, at: '/version' }), wire[forgot] as JsonValue, warnings)
  return 'v0.9'
}

/** The one key that names the message; any other is refused by name. */
function kindOf(wire: JsonObject, family: ProtocolFamily, warnings: SurfaceError[] | undefined): string {
  const { kinds } = envelopes[family]
  let kind: string | undefined
  let surplus: string | undefined
  for (const name of Object.keys(wire)) {
    if (name === 'version') continue
    if (!own(kinds, name)) surplus ??= name
    else if (kind === undefined) kind = name
    else throw manyKinds(Object.keys(wire).filter((one) => own(kinds, one)))
  }
  if (kind === undefined) throw surplus === undefined ? noKind(kinds) : unknownKind(surplus, family)
  if (surplus !== undefined) {
    const error = new SurfaceError('ENVELOPE_INVALID', `"${clip(surplus)}" does not belong beside "${kind}"`, {
      hint: 'Leave it out; what concerns the message stands inside it.',
      at: formatPointer([surplus]),
    })
    tolerate(error, wire[kind] as JsonValue, warnings)
  }
  return kind
}

/** Lenient mode: a warning. */
function tolerate(error: SurfaceError, payload: JsonValue, warnings: SurfaceError[] | undefined): void {
  if (!warnings) throw error
  warnings.push(error.in({ surfaceId: idOf(payload) }).asWarning())
}

function manyKinds(known: readonly string[]): SurfaceError {
  const message = `One object holds ${known.length} messages: ${known.join(', ')}`
  const hint = 'Send each message on a line of its own.'
  return new SurfaceError('ENVELOPE_MULTIPLE_KINDS', message, { hint, at: `/${known[1]}` })
}

function notAnObject(value: JsonValue): SurfaceError {
  const what = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
  return new SurfaceError('ENVELOPE_NOT_OBJECT', `A message must be an object, not ${what}`, {
    hint: 'Send one object on each line.',
    at: '',
  })
}

function noKind(kinds: Envelope['kinds']): SurfaceError {
  return new SurfaceError('ENVELOPE_NO_KIND', 'The object holds no message', {
    hint: `Add one of ${Object.keys(kinds).join(', ')}.`,
    at: '',
  })
}

function unknownKind(name: string, family: ProtocolFamily): SurfaceError {
  const modern = family === 'v0.9' ? own(renamed, name) : undefined
  const known = [...Object.keys(v09.kinds), ...(family === 'v0.8' ? Object.keys(v08.kinds) : [])]
  const otherwise =
    name === 'messages' ? 'Send each message on a line of its own.' : `Known messages: ${known.join(', ')}.`
  const hint =
    modern === undefined ? didYouMean(name, known, otherwise) : `"${name}" is v0.8; in v0.9 it is "${modern}".`
  return new SurfaceError('ENVELOPE_UNKNOWN_KIND', `There is no message "${clip(name)}"`, {
    hint,
    at: formatPointer([name]),
  })
}

function badSurfaceId(at: string, limits: Pick<Limits, 'idLength'>): SurfaceError {
  return new SurfaceError(
    'ENVELOPE_INVALID',
    `A surfaceId must be well-formed Unicode of at most ${limits.idLength} characters`,
    {
      hint: 'Use a short id for each surface.',
      at: `${at}/surfaceId`,
    },
  )
}

/** The surface of a faulty payload, if it can be found. */
function idOf(payload: JsonValue): string | undefined {
  const id = isObject(payload) ? own(payload as JsonObject, 'surfaceId') : undefined
  return typeof id === 'string' && id.length <= 256 ? id : undefined
}
