/** A parsed line → a `Message` of its version, or one error about the envelope. */

import type { Limits } from '../errors/limits.ts'
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { formatPointer } from '../json/pointer.ts'
import { clip, isObject, isWellFormed, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { faultOf } from '../schema/fault.ts'
import type { Validator } from '../schema/validator.ts'
import { didYouMean } from '../text/nearest.ts'
import type { Envelope } from './envelope.ts'
import { familyOf, type ProtocolFamily, type ProtocolVersion, type Received } from './message.ts'
import { envelopeInvalid, repaired } from './repair.ts'
import { v08 } from './v08.ts'
import { v09 } from './v09.ts'

const envelopes: { readonly [family in ProtocolFamily]: Envelope } = { 'v0.8': v08, 'v0.9': v09 }

/**
 * Throws a `SurfaceError` with code `VERSION_…` or `ENVELOPE_…`, or that of a bad path. `warn`: lenient mode. What can be left
 * out or be concluded from the rest of the message is then a warning.
 */
export function decode(value: JsonValue, limits: Pick<Limits, 'idLength'>, warn?: Report): Received {
  if (!isObject(value)) throw notAnObject(value)
  const wire = value as JsonObject
  const version = versionOf(wire, warn)
  const family = familyOf(version)
  const { decode } = envelopes[family]
  const kind = kindOf(wire, family, warn)
  const at = `/${kind}`
  const payload = accepted(wire[kind] as JsonValue, kind, family, warn)
  const surfaceId = payload['surfaceId'] as string
  if (surfaceId.length > limits.idLength || !isWellFormed(surfaceId)) throw badSurfaceId(at, limits)
  try {
    return { ...decode(kind, payload, version), family, at }
  } catch (error) {
    throw error instanceof SurfaceError ? error.below(at).in({ surfaceId }) : error
  }
}

/** The payload, once its schema accepts it. */
function accepted(payload: JsonValue, kind: string, family: ProtocolFamily, warn: Report | undefined): JsonObject {
  const { kinds, isPlain } = envelopes[family]
  const validate = kinds[kind] as Validator
  if (isObject(payload) && isPlain?.(kind, payload as JsonObject)) return payload as JsonObject
  if (validate(payload)) return payload as JsonObject
  const at = `/${kind}`
  const surfaceId = idOf(payload)
  const error = envelopeInvalid(faultOf(validate.errors, []), at).in({ surfaceId })
  const mended = warn && repaired(payload, validate, at, (warning) => warn(warning.in({ surfaceId })))
  if (!mended) throw error
  return mended
}

/** The version that a message seems to be written in, even if it is faulty: its report is written in that version. */
export function spokenVersion(value: JsonValue): ProtocolVersion | undefined {
  if (!isObject(value)) return undefined
  const version = own(value as JsonObject, 'version')
  if (version === 'v0.9' || version === 'v0.9.1') return version
  return version === undefined && Object.keys(value).some((name) => own(v08.kinds, name)) ? 'v0.8' : undefined
}

function versionOf(wire: JsonObject, warn: Report | undefined): ProtocolVersion {
  const version = own(wire, 'version')
  if (version === 'v0.9' || version === 'v0.9.1') return version
  if (version === undefined) return withoutVersion(wire, warn)
  throw new SurfaceError('VERSION_UNSUPPORTED', `Version ${clip(JSON.stringify(version))} is not supported`, {
    hint: 'Send "version": "v0.9"; messages of v0.8 have no "version".',
    at: '/version',
  })
}

/** Only v0.8 has no version, so a v0.9 name without one is a v0.9 message that forgot it. */
function withoutVersion(wire: JsonObject, warn: Report | undefined): ProtocolVersion {
  const names = Object.keys(wire)
  const forgot = names.find((name) => own(v09.kinds, name) && !own(v08.kinds, name))
  if (forgot === undefined || names.some((name) => own(v08.kinds, name))) return 'v0.8'
  const error = new SurfaceError('VERSION_MISSING', `"${forgot}" is a message of v0.9 and needs a version`, {
    hint: 'Add "version": "v0.9".',
    at: '/version',
  })
  if (!warn) throw error
  warn(error.in({ surfaceId: idOf(wire[forgot] as JsonValue) }).asWarning())
  return 'v0.9'
}

/** The one key that names the message; any other is refused by name. */
function kindOf(wire: JsonObject, family: ProtocolFamily, warn: Report | undefined): string {
  const { kinds } = envelopes[family]
  const all = Object.keys(wire)
  // All but a few messages are a version and a kind, or a kind alone.
  const [first = '', second = ''] = all
  if (all.length === 2 && first === 'version' && own(kinds, second)) return second
  const names = all.filter((name) => name !== 'version')
  const known = names.filter((name) => own(kinds, name))
  const [kind] = known
  if (kind === undefined) throw names[0] === undefined ? noKind(kinds) : unknownKind(names[0], family)
  if (known.length > 1) {
    throw new SurfaceError(
      'ENVELOPE_MULTIPLE_KINDS',
      `One object holds ${known.length} messages: ${known.join(', ')}`,
      {
        hint: 'Send each message on a line of its own.',
        at: `/${known[1]}`,
      },
    )
  }
  const surplus = names.find((name) => name !== kind)
  if (surplus !== undefined) {
    const error = new SurfaceError('ENVELOPE_INVALID', `"${clip(surplus)}" does not belong beside "${kind}"`, {
      hint: 'Leave it out; what concerns the message stands inside it.',
      at: formatPointer([surplus]),
    })
    if (!warn) throw error
    warn(error.in({ surfaceId: idOf(wire[kind] as JsonValue) }).asWarning())
  }
  return kind
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

/** The same message under its other version's name, for hints. */
const renamed: { readonly [name: string]: string } = {
  beginRendering: 'createSurface',
  surfaceUpdate: 'updateComponents',
  dataModelUpdate: 'updateDataModel',
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
