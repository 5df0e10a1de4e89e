/** What is known of a request before its operation: its caller, version, extensions and body, and which pages may send it. */

import type { JsonValue } from '../../json/value.ts'
import type { Connection } from '../../shared/oauth/client-certificate.ts'
import { AgentError } from '../protocol/error.ts'
import { type BodyLimits, jsonOf } from '../protocol/request-body.ts'
import type { AgentCard } from '../protocol/types.ts'
import {
  contentTypes,
  extensionHeaders,
  type FormatName,
  headerNames,
  protocolVersion,
} from '../protocol/wire-format.ts'
import { extensionsOf } from './card.ts'
import type { AgentServerOptions, Caller } from './options.ts'
import type { WireCodec } from './wire-codec.ts'

/** Reads the body within the limits. */
type ReadBytes = () => Promise<Uint8Array<ArrayBuffer>>

/** Without the hook all requests have one caller. Throws `UNAUTHENTICATED`. */
export async function authenticateCaller(
  request: Request,
  read: ReadBytes,
  authenticate: AgentServerOptions['authenticate'],
  connection: Connection,
): Promise<Caller> {
  if (!authenticate) return { id: '' }
  const sent = request.body ? (await import('./host-request.ts')).hostRequest(request, read) : request
  const found = await authenticate(sent, connection)
  if (found === undefined || found === '') {
    throw new AgentError('UNAUTHENTICATED', 'The credentials are missing or wrong', {
      hint: "Send credentials for one of the card's securitySchemes.",
    })
  }
  return typeof found === 'string' ? { id: found } : found
}

/** Caller and tenant as one text. Throws `PERMISSION_DENIED` for a tenant that the caller may not use. */
export function ownerOf({ id, tenants }: Caller, tenant: string | undefined): string {
  if (tenants && !tenants.includes(tenant ?? '')) {
    throw new AgentError('PERMISSION_DENIED', 'The caller may not use this tenant', {
      hint: 'Use a tenant of your own.',
    })
  }
  return JSON.stringify([tenant ?? '', id])
}

export interface Negotiated {
  /** Extensions that the client named and the card has, in the client's order. */
  readonly extensions: readonly string[]
  /** Headers of the response. */
  readonly headers: { readonly [name: string]: string }
}

/** What a request shows before its body is read. */
export interface Asked {
  readonly request: Pick<Request, 'headers' | 'signal'>
  readonly url: URL
  /** Of the text of 1.0 that the request is of. */
  readonly codec: WireCodec
}

/** Throws `VERSION_NOT_SUPPORTED`, `INVALID_REQUEST` or `EXTENSION_SUPPORT_REQUIRED`. */
export function negotiate(
  { request: { headers }, url, codec }: Asked,
  card: AgentCard,
  defaultVersion: string | undefined,
): Negotiated {
  checkVersion(headers, url, card, defaultVersion)
  return namedBy(answerHeaders(headers, codec), agreedExtensions(headers, card))
}

/** `names`: of the headers that tell the extensions. */
export function namedBy(names: readonly string[], extensions: readonly string[]): Negotiated {
  const told = extensions.length > 0 ? names : []
  return { extensions, headers: Object.fromEntries(told.map((name) => [name, extensions.join(', ')])) }
}

/** Extensions that the client named and the card has. Throws `EXTENSION_SUPPORT_REQUIRED`. */
export function agreedExtensions(headers: Headers, card: AgentCard): readonly string[] {
  const named = extensionHeaders.flatMap((name) => (headers.get(name) ?? '').split(',')).map((uri) => uri.trim())
  const known = extensionsOf(card)
  const extensions = [...new Set(named)].filter((uri) => known.some((one) => one.uri === uri))
  const missing = known.filter(({ uri, required }) => required && !extensions.includes(uri)).map(({ uri }) => uri)
  if (missing.length > 0) throw extensionsMissing(missing, headerNames.extensions[formatOf(headers)])
  return extensions
}

function checkVersion(headers: Headers, url: URL, card: AgentCard, defaultVersion: string | undefined): void {
  const named = [
    ...Object.values(headerNames.version).map((name) => headers.get(name)),
    ...url.searchParams.getAll(headerNames.version.public),
  ]
    .map((version) => version?.trim())
    .filter((version) => version !== undefined && version !== '')
  const versions = [...new Set(named.map(majorMinor))]
  if (versions.length > 1) throw versionsDiffer(versions)
  const version = versions[0] ?? (defaultVersion && majorMinor(defaultVersion))
  const supported = supportedVersions(card)
  if (version === undefined || !supported.includes(version))
    throw versionNotSupported(version, supported, headerNames.version[formatOf(headers)])
}

/** Patch numbers are ignored. */
function majorMinor(version: string | undefined): string {
  return (version ?? '').split('.').slice(0, 2).join('.')
}

function supportedVersions(card: AgentCard): readonly string[] {
  const spoken = card.supportedInterfaces.map((one) => majorMinor(one.protocolVersion))
  return [...new Set(spoken)].filter((version) => version === protocolVersion)
}

/** The names of the extensions header that the client can read. */
function answerHeaders(asked: Headers, { name }: WireCodec): readonly string[] {
  const both = Object.values(headerNames.extensions)
  return both.every((one) => asked.has(one)) ? both : [headerNames.extensions[name]]
}

/** The text whose names stand in errors: the public one, unless the request shows that it knows the other. */
function formatOf(headers: Headers): FormatName {
  return headers.has(headerNames.version.document) ? 'document' : 'public'
}

export function versionNotSupported(
  version: string | undefined,
  supported: readonly string[],
  header: string = headerNames.version.public,
): AgentError {
  const what =
    version === undefined
      ? 'The request names no protocol version'
      : `Version "${version.slice(0, 20)}" is not supported`
  return new AgentError('VERSION_NOT_SUPPORTED', what, {
    hint: `Send the header ${header}: ${supported.join(' or ')}.`,
    details: [{ supportedVersions: supported }],
  })
}

function versionsDiffer(versions: readonly string[]): AgentError {
  return new AgentError('INVALID_REQUEST', `The request names the versions ${versions.join(' and ').slice(0, 80)}`, {
    hint: `Send one version in ${Object.values(headerNames.version).join(' and ')}.`,
  })
}

function extensionsMissing(missing: readonly string[], header: string): AgentError {
  return new AgentError('EXTENSION_SUPPORT_REQUIRED', `The agent requires ${missing.join(', ')}`, {
    hint: `Name it in ${header}, if you can.`,
  })
}

/**
 * `undefined`: there is no body. A POST needs a JSON content type, or a version header of the protocol: without either a
 * browser sends it for any page without a preflight (Fetch standard, CORS-safelisted request). Throws
 * `CONTENT_TYPE_NOT_SUPPORTED`, `REQUEST_TOO_LARGE`, `PARSE_ERROR`, or `INVALID_REQUEST` where the body does not end.
 */
export async function readBody(request: Request, read: ReadBytes, limits: BodyLimits): Promise<JsonValue | undefined> {
  const bytes = await read()
  if (bytes.length > 0 || isSafelisted(request)) checkContentType(request.headers.get('content-type'))
  if (bytes.length === 0) return undefined
  return jsonOf(bytes, limits)
}

/** Whether a browser sends the request without a preflight. Other verbs than GET and POST always have a preflight. */
function isSafelisted({ method, headers }: Request): boolean {
  return method === 'POST' && Object.values(headerNames.version).every((name) => !headers.has(name))
}

function checkContentType(header: string | null): void {
  const essence = (header ?? '').split(';')[0]?.trim().toLowerCase()
  if (essence === contentTypes.json || essence === contentTypes.publicJson) return
  throw new AgentError('CONTENT_TYPE_NOT_SUPPORTED', `The body has the content type "${(header ?? '').slice(0, 80)}"`, {
    hint: `Send ${contentTypes.json} or ${contentTypes.publicJson}.`,
  })
}

const readable = [...extensionHeaders, 'ETag', 'Retry-After', 'WWW-Authenticate'].join(', ')

/** Lets the pages that may call read the answer. Never with cookies: a page cannot act for a user who is known to the agent. */
export function allowOrigin(origins: AgentServerOptions['cors'] = '*', request: Request, response: Response): Response {
  const { headers } = response
  const origin = origins === '*' ? '*' : origins.find((one) => one === request.headers.get('origin'))
  if (origins !== '*') headers.append('vary', 'Origin')
  if (origin === undefined) return response
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', readable)
  return response
}
