/** A parsed line → a `Message` of its version, or one error about the envelope. */

import type { Limits } from '../errors/limits.ts'
import {
  asSurfaceError,
  asSurfaceErrors,
  maxFaultsOfMessage,
  type Report,
  SurfaceError,
  together,
} from '../errors/surface-error.ts'
import { formatPointer } from '../json/pointer.ts'
import {
  clip,
  describeValue,
  getOwn,
  isList,
  isObject,
  isWellFormed,
  type JsonObject,
  type JsonValue,
  type Maybe,
} from '../json/value.ts'
import { errorOf, faultsOf } from '../schema/fault.ts'
import { listed, nearestOr } from '../schema/remedy.ts'
import type { Validator } from '../schema/validator.ts'
import { describer, v08Forms, v09Forms } from '../schema/wire-forms.ts'
import { type Envelope, plainUpdate, v08, v09, withComponents } from './envelopes.ts'
import {
  familyOf,
  type Message,
  noCatalog,
  type ProtocolFamily,
  type ProtocolVersion,
  type Received,
  type UpdateComponents,
  type UpdateDataModel,
} from './message.ts'

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
 * Throws a `SurfaceError` with code `VERSION_…` or `ENVELOPE_…`, or that of a bad path, or several together. `lenient`: what
 * can be left out or be concluded from the rest of the message is a warning.
 */
export function decode(
  value: JsonValue,
  limits: Pick<Limits, 'idLength'>,
  lenient?: LenientEnvelope,
  line?: number,
): Received {
  const plain = isObject(value) && plainUpdate(value as JsonObject, lenient !== undefined)
  if (plain) return receivedFrom((value as JsonObject)[plain] as JsonObject, plain, 'v0.9', limits, line)
  const faults: SurfaceError[] = []
  try {
    const received = decoded(value, { limits, faults, lenient }, line)
    if (faults.length === 0) return received
  } catch (error) {
    faults.push(...asSurfaceErrors(error))
  }
  throw together(faults)
}

/** `warnings`: takes what was repaired. */
export interface LenientEnvelope {
  /** The payload of a message that does not fit its schema, mended. `undefined`: what is wrong cannot be mended. */
  repaired(
    payload: JsonValue,
    envelope: JsonValue,
    validate: Validator,
    at: string,
    warn: (error: SurfaceError) => void,
  ): JsonObject | undefined
  readonly warnings: SurfaceError[]
}

/** Where faults go that do not hide the rest of a message: unless `lenient` takes them it is refused. */
interface Tolerated {
  readonly limits: Pick<Limits, 'idLength'>
  readonly faults: SurfaceError[]
  readonly lenient: LenientEnvelope | undefined
}

function decoded(value: JsonValue, tolerated: Tolerated, line: number | undefined): Received {
  if (!isObject(value))
    throw new SurfaceError('ENVELOPE_NOT_OBJECT', `A message must be an object, not ${describeValue(value)}`, {
      hint: 'Send one object on each line.',
      at: '',
    })
  const wire = value as JsonObject
  const version = versionOf(wire, tolerated)
  const family = familyOf(version)
  const name = kindOf(wire, family, tolerated)
  return receivedFrom(
    accepted(wire[name] as JsonObject, name, family, tolerated),
    name,
    version,
    tolerated.limits,
    line,
  )
}

/** An accepted payload as a message, unless its id or its path is bad. */
function receivedFrom(
  payload: JsonObject,
  name: string,
  version: ProtocolVersion,
  limits: Pick<Limits, 'idLength'>,
  line: number | undefined,
): Received {
  const family = familyOf(version)
  const at = `/${name}`
  const surfaceId = payload['surfaceId'] as string
  if (surfaceId.length > limits.idLength || !isWellFormed(surfaceId))
    throw new SurfaceError(
      'ENVELOPE_INVALID',
      `A surfaceId must be well-formed Unicode of at most ${limits.idLength} characters`,
      { hint: 'Use a short id for each surface.', at: `${at}/surfaceId` },
    )
  const kind = (getOwn(renamed, name) ?? name) as Message['kind']
  // Not a spread, which takes 10 µs in Node 20.
  if (kind !== 'updateDataModel')
    return Object.assign(messageOf(kind, payload, version), { surfaceId, family, at, line })
  const envelope = envelopes[family]
  try {
    return { kind, surfaceId, pointer: envelope.pointerOf(payload), value: envelope.valueOf(payload), family, at, line }
  } catch (error) {
    throw asSurfaceError(error).in({ at: '/path' }).below(at).in({ surfaceId })
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
        unnamed: payload['catalogId'] === noCatalog,
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
  { limits, lenient }: Tolerated,
): JsonObject {
  const validate = envelopes[family].kinds[kind] as Validator
  // The catalog of the surface judges the components, each by itself.
  const envelope = withComponents(payload, [envelopes[family].component])
  const at = `/${kind}`
  const surfaceId = idOf(payload, limits)
  const warn: Report = (warning) => void lenient?.warnings.push(warning.in({ surfaceId }))
  if (!lenient && !validate(envelope)) return payload as JsonObject
  const repaired = lenient?.repaired(payload, envelope, validate, at, warn)
  if (repaired) return repaired
  const describe = describer(family === 'v0.8' ? v08Forms : v09Forms, (place) => (place ? undefined : kind))
  throw together(
    faultsOf(validate, envelope, undefined, describe).map((fault) =>
      errorOf(fault, at, 'ENVELOPE_INVALID').in({ surfaceId }),
    ),
  )
}

/** The version that a message seems to be written in, even if it is faulty: its report is written in that version. */
export function spokenVersion(value: JsonValue): ProtocolVersion | undefined {
  if (!isObject(value)) return undefined
  const version = getOwn(value, 'version')
  if (version === 'v0.9' || version === 'v0.9.1') return version
  return version === undefined && Object.keys(value).some((name) => getOwn(v08.kinds, name)) ? 'v0.8' : undefined
}

/** Only v0.8 has no version, so a v0.9 name without one is a v0.9 message that forgot it. */
function versionOf(wire: JsonObject, tolerated: Tolerated): ProtocolVersion {
  const spoken = spokenVersion(wire)
  if (spoken) return spoken
  const version = getOwn(wire, 'version')
  if (version !== undefined)
    throw new SurfaceError('VERSION_UNSUPPORTED', `Version ${clip(JSON.stringify(version))} is not supported`, {
      hint: 'Send "version": "v0.9"; messages of v0.8 have no "version".',
      at: '/version',
    })
  const forgot = Object.keys(wire).find((name) => getOwn(v09.kinds, name))
  if (forgot === undefined) return 'v0.8'
  const hint = 'Add "version": "v0.9".'
  const error = `"${forgot}" is a message of v0.9 and needs a version`
  tolerate(new SurfaceError('VERSION_MISSING', error, { hint, at: '/version' }), wire[forgot], tolerated)
  return 'v0.9'
}

/** The one key that names the message; any other is refused by name. */
function kindOf(wire: JsonObject, family: ProtocolFamily, tolerated: Tolerated): string {
  const { kinds } = envelopes[family]
  const names = Object.keys(wire).filter((name) => name !== 'version')
  const known = names.filter((name) => getOwn(kinds, name))
  const [kind, second] = known
  if (second !== undefined)
    throw new SurfaceError(
      'ENVELOPE_MULTIPLE_KINDS',
      `One object holds ${known.length} messages: ${known.join(', ')}`,
      {
        hint: 'Send each message on a line of its own.',
        at: `/${second}`,
      },
    )
  if (kind === undefined) throw withoutKind(names[0], family)
  for (const name of names.filter((one) => one !== kind).slice(0, maxFaultsOfMessage)) {
    const error = new SurfaceError('ENVELOPE_INVALID', `"${clip(name)}" does not belong beside "${kind}"`, {
      hint: `Move it into "${kind}", or leave it out.`,
      at: formatPointer([name]),
    })
    tolerate(error, wire[kind], tolerated)
  }
  return kind
}

function tolerate(error: SurfaceError, payload: unknown, { limits, faults, lenient }: Tolerated): void {
  const fault = error.in({ surfaceId: idOf(payload, limits) })
  if (lenient) lenient.warnings.push(fault.asWarning())
  else faults.push(fault)
}

/** `name`: the first key, which is no message. */
function withoutKind(name: string | undefined, family: ProtocolFamily): SurfaceError {
  const kinds = Object.keys(envelopes[family].kinds)
  if (name === undefined)
    return new SurfaceError('ENVELOPE_NO_KIND', 'The object holds no message', {
      hint: `Add one of ${kinds.join(', ')}.`,
      at: '',
    })
  // In v0.8 each of these names is a message, so none of them comes here.
  const modern = getOwn(renamed, name)
  // Without a version it may be a message of either.
  const known = [...new Set([...kinds, ...Object.keys(v09.kinds)])]
  const otherwise = name === 'messages' ? { hint: 'Send each message on a line of its own.' } : listed('Known', known)
  const remedy = modern === undefined ? nearestOr(name, known, otherwise) : { hint: `In v0.9 it is "${modern}".` }
  return new SurfaceError('ENVELOPE_UNKNOWN_KIND', `There is no message "${clip(name)}"`, {
    ...remedy,
    at: formatPointer([name]),
  })
}

/** Of a message with a faulty envelope: the update of components that it seems to be. */
export function componentsIn(
  value: JsonValue,
  limits: Pick<Limits, 'idLength'>,
  line?: number,
): Received<UpdateComponents> | undefined {
  const wire = isObject(value) ? value : {}
  const name = Object.hasOwn(wire, 'updateComponents') ? 'updateComponents' : 'surfaceUpdate'
  const payload = getOwn(wire, name)
  const surfaceId = idOf(payload, limits)
  const components = isObject(payload) ? (getOwn(payload, 'components') as Maybe) : undefined
  if (surfaceId === undefined || !isList(components)) return undefined
  const family = name === 'surfaceUpdate' ? 'v0.8' : 'v0.9'
  return { kind: 'updateComponents', surfaceId, components, family, at: `/${name}`, line }
}

/** The surface of a faulty payload, if it can be found. */
function idOf(payload: unknown, limits: Pick<Limits, 'idLength'>): string | undefined {
  const id = isObject(payload) ? getOwn(payload, 'surfaceId') : undefined
  return typeof id === 'string' && id.length <= limits.idLength ? id : undefined
}
