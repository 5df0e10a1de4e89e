/** Client events and errors → the wire, in the version that they carry. */
import { type ErrorCode, SurfaceError } from '../errors/surface-error.ts'
import type { ClientEvent, Outgoing } from './message.ts'
import type { ClientAction, ClientError, ClientMessage } from './wire.ts'

/** What a client sends, as the schemas in `catalogs/…/client_to_server.json` describe it. */
export function encode(event: ClientEvent): ClientMessage
/** `undefined` for a confidential error: it is not sent to the agent. */
export function encode(outgoing: Outgoing): ClientMessage | undefined
export function encode(outgoing: Outgoing): ClientMessage | undefined {
  const { version = 'v0.9' } = outgoing
  const old = version === 'v0.8'
  const head = old ? {} : { version }
  if (outgoing instanceof SurfaceError)
    return outgoing.confidential ? undefined : ({ ...head, error: errorBody(outgoing) } as ClientMessage)
  const { name, surfaceId, componentId, timestamp, context } = outgoing
  const action: ClientAction = { name, surfaceId, sourceComponentId: componentId, timestamp, context }
  return old ? { userAction: action } : { version, action }
}

/** Codes that the agent gets as `VALIDATION_FAILED`; `path` names the place. */
const validation: ReadonlySet<ErrorCode> = new Set([
  'ENVELOPE_INVALID',
  'COMPONENT_SHAPE',
  'COMPONENT_UNKNOWN',
  'VALIDATION_FAILED',
  'FUNCTION_UNKNOWN',
  'FUNCTION_NOT_PURE',
  'TEMPLATE_SYNTAX',
  'POINTER_SYNTAX',
  'POINTER_FORBIDDEN',
])

function errorBody({ code, message: what, hint, place }: SurfaceError): ClientError {
  const { surfaceId = '', at: path } = place
  const message = `${what}. ${hint}`
  if (path !== undefined && validation.has(code)) return { code: 'VALIDATION_FAILED', surfaceId, path, message }
  const placed = path === undefined ? {} : { path }
  return { code: code === 'VALIDATION_FAILED' ? 'INVALID' : code, surfaceId, ...placed, message }
}
