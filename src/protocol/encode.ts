/** Client events and errors → the wire, in the version that they carry. */
import { type ErrorCode, SurfaceError } from '../errors/surface-error.ts'
import type { JsonObject } from '../json/value.ts'
import type { ClientEvent, Outgoing } from './message.ts'

/** What a client sends, as the schemas in `catalogs/…/client_to_server.json` describe it. */
export function encode(event: ClientEvent): JsonObject
/** `undefined` for a confidential error: it is not sent to the agent. */
export function encode(outgoing: Outgoing): JsonObject | undefined
export function encode(outgoing: Outgoing): JsonObject | undefined {
  const { version = 'v0.9' } = outgoing
  if (outgoing instanceof SurfaceError) {
    if (outgoing.confidential) return undefined
    return version === 'v0.8' ? { error: errorBody(outgoing) } : { version, error: errorBody(outgoing) }
  }
  return version === 'v0.8' ? { userAction: actionBody(outgoing) } : { version, action: actionBody(outgoing) }
}

function actionBody({ name, surfaceId, componentId, timestamp, context }: ClientEvent): JsonObject {
  return { name, surfaceId, sourceComponentId: componentId, timestamp, context }
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

function errorBody({ code, message, hint, place }: SurfaceError): JsonObject {
  const { surfaceId = '', at } = place
  const text = `${message}. ${hint}`
  if (at !== undefined && validation.has(code)) return { code: 'VALIDATION_FAILED', surfaceId, path: at, message: text }
  return {
    code: code === 'VALIDATION_FAILED' ? 'INVALID' : code,
    surfaceId,
    message: text,
    ...(at === undefined ? {} : { path: at }),
  }
}
