/**
 * Profiles of businesses and platforms: both published shapes are read into one (document 000, "Business profile"), and
 * a capability counts where its addresses have authority over its name ("Versioning" 6).
 */

import { clip, isObject } from '../json/value.ts'
import { parseAddress } from '../text/address.ts'
import { isAllowedUrl } from './address.ts'
import { CommerceError } from './error.ts'
import { type Capabilities, type CapabilityEntry, entriesByName } from './negotiate.ts'
import type { Version } from './types.ts'
import { serviceOf, type Transport, transportOf, type WireNames, wireNames } from './wire-names.ts'

/** `YYYY-MM-DD`. */
export const versionPattern = '^\\d{4}-\\d{2}-\\d{2}$'

/** One binding of a service. */
export interface ServiceEntry {
  readonly version: Version
  readonly transport: Transport
  /**
   * Base address without a slash at its end for `rest`, the whole address for `tools` and `agent`. A business has it for each of the
   * three; a platform needs none.
   */
  readonly endpoint?: string
  /** Address of the OpenAPI or OpenRPC document. */
  readonly schema?: string
  readonly spec?: string
}

/** A public key as a JWK (RFC 7517). */
export interface SigningKey {
  readonly kid: string
  readonly kty: string
  readonly crv?: string
  readonly x?: string
  readonly y?: string
  readonly use?: string
  readonly alg?: string
  readonly key_ops?: readonly string[]
  readonly [key: string]: unknown
}

/** A profile of either shape, and of either side. */
export interface Profile {
  readonly version: Version
  /** Service name → its bindings. */
  readonly services: Readonly<Record<string, readonly ServiceEntry[]>>
  readonly capabilities: Capabilities
  /** Handed through as they are; `connectBusiness` takes out texts that run code as an address. */
  readonly paymentHandlers: Readonly<Record<string, unknown>>
  readonly signingKeys: readonly SigningKey[]
  /** Older protocol version → address of its profile. */
  readonly supportedVersions: Readonly<Record<Version, string>>
}

export interface ProfileOptions {
  /** Default: `document`. */
  readonly wire?: WireNames
  /** Whether a `spec` on a foreign origin removes its capability or is a warning. Default: `enforce`. */
  readonly specOrigin?: 'enforce' | 'warn'
  /**
   * Whether a capability without `spec` and `schema` is left out, and a binding without `endpoint` refused. Those that are there are
   * checked. False for a platform's profile. Default: true.
   */
  readonly requireAddresses?: boolean
  /** `http` endpoints on loopback are taken. Default: false. */
  readonly allowInsecureLoopback?: boolean
  /** Called with one sentence about each part that was left out. */
  readonly onWarning?: (warning: string) => void
}

/**
 * A profile out of its JSON.
 *
 * Throws `profile_malformed` where the document is no profile: no version, a member of the wrong type, an endpoint that
 * is not `https`. A capability without authority over its name is left out, and is a warning.
 */
export function readProfile(document: unknown, options: ProfileOptions = {}): Profile {
  const wire = options.wire ?? wireNames()
  const member = isObject(document) ? document[wire.member] : undefined
  if (!isObject(document) || !isObject(member)) throw malformed(`has no object "${wire.member}"`)
  const { version, services, capabilities, payment_handlers: handlers } = member
  if (!isVersion(version)) throw malformed('has no version of the form YYYY-MM-DD')
  return {
    version,
    services: readServices(objectOr(services, 'services'), options),
    capabilities: readCapabilities(capabilities, wire, options),
    paymentHandlers: objectOr(handlers, 'payment_handlers'),
    // Public profiles have them at the top, under either name or both.
    signingKeys: readKeys([member['signing_keys'], document['signing_keys'], document['keys']]),
    supportedVersions: readVersions(document['supported_versions'] ?? member['supported_versions'], options),
  }
}

function readServices(services: Readonly<Record<string, unknown>>, options: ProfileOptions): Profile['services'] {
  const entries = Object.entries(services).map(([name, value]) => {
    const read = (entry: unknown): readonly ServiceEntry[] => readBinding(entry, name, options)
    if (Array.isArray(value)) return [name, value.flatMap(read)] as const
    if (isObject(value)) return [name, bindingsOf(value).flatMap(read)] as const
    throw wrongType(clip(name))
  })
  return Object.fromEntries(entries)
}

/** Shape (b): one object whose members are the transports. As shape (a): a list of bindings. */
function bindingsOf(service: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { version, spec } = service
  return Object.entries(service).flatMap(([transport, binding]) =>
    transportOf(transport) && isObject(binding) ? [{ version, spec, ...binding, transport }] : [],
  )
}

/** Shape (a): one entry. Transports of another name are left out; so are, with a warning, unusable bindings of others' services. */
function readBinding(entry: unknown, name: string, options: ProfileOptions): readonly ServiceEntry[] {
  const { version, transport: wire, endpoint, schema, spec } = isObject(entry) ? entry : {}
  const transport = transportOf(wire)
  const fault = !isVersion(version) ? 'without a version' : transport && endpointFault(endpoint, transport, options)
  if (fault) {
    const error = malformed(`has a service "${clip(name)}" ${fault}`)
    if (name === serviceOf(options.wire ?? wireNames())) throw error
    options.onWarning?.(error.content)
  }
  if (fault || !transport || !isVersion(version)) return []
  return [
    {
      ...{ version, transport },
      ...(typeof endpoint === 'string' && { endpoint: transport === 'rest' ? endpoint.replace(/\/$/, '') : endpoint }),
      ...(typeof schema === 'string' && { schema }),
      ...(typeof spec === 'string' && { spec }),
    },
  ]
}

/** Paths are appended to the endpoint of `rest` only. */
function endpointFault(endpoint: unknown, transport: Transport, options: ProfileOptions): string | false {
  if (endpoint === undefined && (transport === 'embedded' || options.requireAddresses === false)) return false
  if (typeof endpoint !== 'string' || !isAllowedUrl(endpoint, options.allowInsecureLoopback))
    return `whose ${transport} endpoint is not an https URL`
  if (!(transport === 'rest' ? /[?#]/ : /#/).test(endpoint)) return false
  return `whose ${transport} endpoint has a ${endpoint.includes('#') ? 'fragment' : 'query, and paths are appended to it'}`
}

function readCapabilities(value: unknown, wire: WireNames, options: ProfileOptions): Capabilities {
  if (value !== undefined && !Array.isArray(value) && !isObject(value)) throw wrongType('capabilities')
  const listed = Array.isArray(value)
  const kept = [...entriesByName(value)].map(([name, entries]) => {
    const accepted = entries.filter((entry) => {
      const [fault, fatal] = faultOf(name, entry, listed, wire, options)
      if (fault !== undefined) options.onWarning?.(`The capability "${clip(name)}" ${fault}`)
      return !fatal
    })
    return [name, accepted] as const
  })
  return Object.fromEntries(kept.filter(([, entries]) => entries.length > 0))
}

/**
 * Why an entry gives no right to its name, and whether it is then left out. Entries of the shape `{name, version}` have
 * no addresses to check.
 */
function faultOf(
  name: string,
  { version, spec, schema }: CapabilityEntry,
  listed: boolean,
  wire: WireNames,
  { specOrigin = 'enforce', requireAddresses = true }: ProfileOptions,
): readonly [fault: string | undefined, fatal: boolean] {
  if (!isName(name)) return ['has no name in reverse-domain form', true]
  if (!isVersion(version)) return ['has no version of the form YYYY-MM-DD', true]
  // The public protocol requires neither a schema nor a spec, and binds the latter to no origin.
  const isPublic = wire.name === 'ucp'
  const required = requireAddresses && !listed && !isPublic && schema === undefined
  if (required || (schema !== undefined && !isOwned(name, schema))) {
    return ['has no schema on an origin with authority over its name', true]
  }
  const optional = !requireAddresses || listed || isPublic
  if (spec === undefined ? optional : isOwned(name, spec)) return [undefined, false]
  return ['has no spec on an origin with authority over its name', specOrigin === 'enforce' && !isPublic]
}

function isOwned(name: string, address: unknown): boolean {
  return typeof address === 'string' && hasAuthority(name, address)
}

/** Of keys with one id the first counts. Keys of unknown types are for others. */
function readKeys(lists: readonly unknown[]): readonly SigningKey[] {
  const byId = new Map<string, SigningKey>()
  for (const list of lists) {
    if (list !== undefined && !Array.isArray(list)) throw wrongType('signing_keys')
    for (const key of list ?? [])
      if (isObject(key) && typeof key['kid'] === 'string' && typeof key['kty'] === 'string' && !byId.has(key['kid']))
        byId.set(key['kid'], key as SigningKey)
  }
  return [...byId.values()]
}

function readVersions(value: unknown, options: ProfileOptions): Profile['supportedVersions'] {
  const usable = Object.entries(objectOr(value, 'supported_versions')).filter(([version, address]) => {
    const isText = isVersion(version) && typeof address === 'string'
    const allowed = isText && isAllowedUrl(address, options.allowInsecureLoopback)
    if (!allowed) options.onWarning?.(`The supported version "${clip(version)}" has no usable address`)
    return allowed
  })
  return Object.fromEntries(usable) as Profile['supportedVersions']
}

/** Absent is empty. */
function objectOr(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (value === undefined) return {}
  if (isObject(value)) return value
  throw wrongType(name)
}

export function isVersion(value: unknown): value is Version {
  return typeof value === 'string' && new RegExp(versionPattern).test(value)
}

function wrongType(name: string): CommerceError {
  return malformed(`has "${name}" of a wrong type`)
}

function malformed(fault: string): CommerceError {
  return new CommerceError('profile_malformed', `The profile ${fault}`)
}

/** Lower-case labels with dots between; labels after the first may begin with a digit. */
const reverseDomainName = /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9_-]*)+$/

/** Whether a text can be the name of a capability, a service or a payment handler. */
function isName(name: string): boolean {
  return reverseDomainName.test(name)
}

/**
 * Whether the host of an address has authority over a name: `https://shopping.commerce.dev/…` over
 * `dev.commerce.shopping` and all below it. The address is `https` without a user name, and its host is a registered
 * name of two or more labels, no IP address. The port does not matter.
 */
export function hasAuthority(name: string, address: string): boolean {
  const namespace = namespaceOf(address)
  return namespace !== undefined && (name === namespace || name.startsWith(`${namespace}.`))
}

/** The host's labels in reverse order, or undefined where the address gives no authority. */
function namespaceOf(address: string): string | undefined {
  const url = parseAddress(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  const labels = url.hostname.replace(/\.$/, '').split('.')
  // URL writes every IPv4 address with four decimal numbers, and IPv6 in brackets.
  const isAddress = url.hostname.startsWith('[') || /^\d+$/.test(labels.at(-1) ?? '')
  if (labels.length < 2 || labels.includes('') || isAddress) return undefined
  return labels.reverse().join('.')
}
