/** Version, extensions and spelling of a request (agent protocol, Versioning). */

import { headerNames, oldExtensionsHeader, protocolVersion } from '../dialect.ts'
import { AgentError } from '../error.ts'
import type { AgentCard } from '../types.ts'
import { extensionsOf } from './published-card.ts'
import type { Spelling } from './wire.ts'

export interface Negotiated {
  /** `seed` where the request has the seed's version header, alone or beside the other. */
  readonly spelling: Spelling
  /** Extensions that the client named and the card has, in the client's order. */
  readonly extensions: readonly string[]
  /** Headers of the response. */
  readonly headers: { readonly [name: string]: string }
}

/** Throws `VERSION_NOT_SUPPORTED`, `INVALID_REQUEST` or `EXTENSION_SUPPORT_REQUIRED`. */
export function negotiate(request: Request, card: AgentCard, defaultVersion: string | undefined): Negotiated {
  const { headers } = request
  const spelling = spellingOf(request)
  checkVersion(request, card, defaultVersion)
  const named = [headerNames.extensions.seed, headerNames.extensions.public, oldExtensionsHeader]
    .flatMap((name) => (headers.get(name) ?? '').split(','))
    .map((uri) => uri.trim())
  const known = extensionsOf(card)
  const extensions = [...new Set(named)].filter((uri) => known.some((one) => one.uri === uri))
  const missing = known.filter(({ uri, required }) => required && !extensions.includes(uri)).map(({ uri }) => uri)
  if (missing.length > 0) throw extensionsMissing(missing)
  return { spelling, extensions, headers: answerHeaders(headers, spelling, extensions) }
}

/** The spelling that a request uses, before anything else is known of it. */
function spellingOf({ headers, url }: Request): Spelling {
  if (headers.has(headerNames.version.seed)) return 'seed'
  return headers.has(headerNames.version.public) || versionsInQuery(url).length > 0 ? 'public' : 'seed'
}

function checkVersion({ headers, url }: Request, card: AgentCard, defaultVersion: string | undefined): void {
  const named = [
    headers.get(headerNames.version.seed),
    headers.get(headerNames.version.public),
    ...versionsInQuery(url),
  ]
    .map((version) => version?.trim())
    .filter((version) => version !== undefined && version !== '')
  const versions = [...new Set(named.map(majorMinor))]
  if (versions.length > 1) throw versionsDiffer(versions)
  const version = versions[0] ?? (defaultVersion && majorMinor(defaultVersion))
  const supported = supportedVersions(card)
  if (version === undefined || !supported.includes(version)) throw versionNotSupported(version, supported)
}

function versionsInQuery(url: string): readonly string[] {
  return new URL(url).searchParams.getAll(headerNames.version.public)
}

/** Patch numbers are ignored. */
function majorMinor(version: string | undefined): string {
  return (version ?? '').split('.').slice(0, 2).join('.')
}

function supportedVersions(card: AgentCard): readonly string[] {
  const spoken = card.supportedInterfaces.map((one) => majorMinor(one.protocolVersion))
  return [...new Set(spoken)].filter((version) => version === protocolVersion)
}

/** The names of the extensions header, in the spelling that the client can read. */
function answerHeaders(asked: Headers, spelling: Spelling, extensions: readonly string[]): Record<string, string> {
  if (extensions.length === 0) return {}
  const { seed, public: other } = headerNames.extensions
  const names = asked.has(seed) && asked.has(other) ? [seed, other] : [spelling === 'seed' ? seed : other]
  return Object.fromEntries(names.map((name) => [name, extensions.join(', ')]))
}

function versionNotSupported(version: string | undefined, supported: readonly string[]): AgentError {
  const what =
    version === undefined
      ? 'The request names no protocol version'
      : `Version "${version.slice(0, 20)}" is not supported`
  return new AgentError('VERSION_NOT_SUPPORTED', what, {
    hint: `Send the header ${headerNames.version.seed}: ${supported.join(' or ')}.`,
    details: [{ supportedVersions: supported }],
  })
}

function versionsDiffer(versions: readonly string[]): AgentError {
  return new AgentError('INVALID_REQUEST', `The request names the versions ${versions.join(' and ').slice(0, 80)}`, {
    hint: `Send one version in ${headerNames.version.seed} and ${headerNames.version.public}.`,
  })
}

function extensionsMissing(missing: readonly string[]): AgentError {
  return new AgentError('EXTENSION_SUPPORT_REQUIRED', `The agent requires ${missing.join(', ')}`, {
    hint: `Name the extension in the header ${headerNames.extensions.seed}, if the client supports it.`,
  })
}
