/**
 * The check of a business's own profile, harder than that of a stranger's: a mistake is known when the business is made, and
 * not by platforms that refuse it (document 000, "Business profile" and "Versioning" 6).
 */
import { getOwn, isObject } from '../../json/value.ts'
import { parseAddress } from '../../text/address.ts'
import { isAllowedUrl } from '../address.ts'
import { CommerceError } from '../error.ts'
import { parentsOf } from '../negotiate.ts'
import { type Profile, readProfile } from '../profile.ts'
import { capabilityOf, operations, serviceOf, transportOf, wireNames } from '../wire-names.ts'
import { isPublicSuffix } from './public-suffix.ts'

interface OwnProfileOptions {
  readonly allowInsecureLoopback: boolean
  /** Capabilities that the host serves itself. */
  readonly served: readonly string[]
}

type Json = Readonly<Record<string, unknown>>

const wire = wireNames()

/** The names that document 000 sanctions: all others below `dev.commerce` are reserved. */
const sanctioned = new Set(
  [
    ...['shopping.checkout', 'shopping.cart', 'shopping.fulfillment', 'shopping.catalog.search'],
    ...['shopping.catalog.lookup', 'common.identity_linking'],
  ].map((name) => wire.prefix + name),
)

/** Throws a TypeError with the place and the remedy of each mistake. */
export function checkOwnProfile(document: unknown, options: OwnProfileOptions): Profile {
  const member = isObject(document) ? getOwn(document, wire.member) : undefined
  const faults = isObject(document) && isObject(member) ? [...faultsIn(document, member, options)] : []
  const { allowInsecureLoopback } = options
  try {
    const profile = readProfile(document, { allowInsecureLoopback, onWarning: (warning) => faults.push(warning) })
    faults.push(...unserved(profile, options.served))
    if (faults.length === 0) return profile
  } catch (cause) {
    if (!(cause instanceof CommerceError)) throw cause
    faults.push(cause.content)
  }
  if (!allowInsecureLoopback && /"http:\/\/(?:127\.|localhost|\[::1)/.test(JSON.stringify(document)))
    faults.push('For http on loopback set allowInsecureLoopback')
  throw new TypeError(`The business's profile cannot be served. ${faults.join('. ')}`)
}

/** What `readProfile` takes from others. */
function* faultsIn(document: Json, member: Json, options: OwnProfileOptions): Generator<string> {
  const { version, services, capabilities, payment_handlers: handlers } = member
  const at = `/${wire.member}`
  if (!isDay(version)) yield `${at}/version is no day: write one of the calendar, as in 2026-04-08`
  for (const [name, value] of membersOf(services))
    yield* faultsOfService(`${at}/services/${name}`, name, value, options)
  yield* faultsOfCapabilities(`${at}/capabilities`, capabilities)
  for (const [name, value] of membersOf(handlers)) {
    const isList = Array.isArray(value) && value.every((entry) => isObject(entry) && isDay(entry['version']))
    if (!isList) yield `${at}/payment_handlers/${name} must be a list of entries, each with a day as its version`
  }
  for (const holder of [member, document])
    for (const name of ['signing_keys', 'keys']) yield* faultsOfKeys(`/${name}`, getOwn(holder, name))
  for (const version of [document, member].flatMap((holder) => membersOf(getOwn(holder, 'supported_versions'))))
    if (!isDay(version[0])) yield `/supported_versions/${version[0]} is no day of the calendar`
}

function* faultsOfService(
  at: string,
  name: string,
  value: unknown,
  { allowInsecureLoopback }: OwnProfileOptions,
): Generator<string> {
  const isUrl = (address: unknown): boolean =>
    typeof address === 'string' && isAllowedUrl(address, allowInsecureLoopback)
  const shared = isObject(value) ? value : {}
  if (isObject(value) && !isUrl(shared['spec']))
    yield `${at}/spec is missing: give the https address of the service's documentation`
  const bindings: readonly (readonly [place: string, binding: unknown])[] = Array.isArray(value)
    ? value.map((binding, index) => [`${at}/${index}`, binding])
    : membersOf(value).flatMap(([transport, binding]) =>
        isObject(binding) || transportOf(transport)
          ? [[`${at}/${transport}`, isObject(binding) && { version: shared['version'], ...binding, transport }]]
          : [],
      )
  for (const [place, binding] of bindings) {
    const { version, transport: wire, endpoint, schema } = isObject(binding) ? binding : {}
    const transport = transportOf(wire)
    if (!isDay(version)) yield `${place}/version is no day of the calendar`
    if (!transport) yield `${place} has an unknown transport: rest, tools, agent and embedded are known`
    else if (transport !== 'agent' && !isUrl(schema))
      yield `The ${transport} binding of "${name}" has no schema: give its https address at ${place}/schema`
    if (transport === 'rest' && typeof endpoint === 'string' && endpoint.endsWith('/'))
      yield `${place}/endpoint ends with a slash, and paths begin with one: leave it out`
  }
}

/** Both shapes. The names of the document need no addresses in a list: everybody knows where their documents are. */
function* faultsOfCapabilities(at: string, capabilities: unknown): Generator<string> {
  const listed = Array.isArray(capabilities)
  const entries: readonly (readonly [place: string, name: unknown, entry: unknown])[] = listed
    ? capabilities.map((entry, index) => [`${at}/${index}`, isObject(entry) ? entry['name'] : undefined, entry])
    : membersOf(capabilities).flatMap(([name, list]): typeof entries => {
        if (!Array.isArray(list)) return [[`${at}/${name}`, undefined, list]]
        return list.map((entry, index) => [`${at}/${name}/${index}`, name, entry])
      })
  for (const [place, name, entry] of entries) {
    if (typeof name !== 'string' || !isObject(entry)) {
      yield `${place} must be ${listed ? 'an object with name and version' : 'a list of entries'}`
      continue
    }
    const { version, spec, schema, extends: parents } = entry
    const isNames = parents === undefined || [parents].flat().every((parent) => typeof parent === 'string')
    if (!isDay(version)) yield `${place}/version is no day: write one of the calendar, as in 2026-04-08`
    if (!isNames) yield `${place}/extends must be the name of a capability, or a list of names`
    if (name.startsWith(wire.prefix) && !sanctioned.has(name))
      yield `${place}: "${name}" is reserved for the governing body: use a name of your own domain`
    if (listed && sanctioned.has(name)) continue
    for (const [key, address] of Object.entries({ spec, schema })) {
      if (address === undefined) yield `${place}/${key} is missing: give an address on the domain of "${name}"`
      else if (isPublicSuffix(parseAddress(String(address))?.hostname ?? ''))
        yield `${place}/${key} is at a host that may belong to many: name the capability by a domain of your own`
    }
  }
}

/** Members of a JWK that are secret (RFC 7518, section 6). Their values stand in no message. */
const secrets = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

function* faultsOfKeys(at: string, keys: unknown): Generator<string> {
  for (const [index, key] of (Array.isArray(keys) ? keys : []).entries()) {
    const found = isObject(key) ? secrets.filter((name) => Object.hasOwn(key, name)) : []
    if (found.length > 0)
      yield `${at}/${index} has private members (${found}): publish the public key, and make a new one`
    if (!isObject(key) || typeof key['kid'] !== 'string' || typeof key['kty'] !== 'string')
      yield `${at}/${index} must be a public key (JWK) with kid and kty`
  }
}

/** Capabilities that nobody answers for. An extension is served by what serves one of its parents. */
function* unserved({ services, capabilities }: Profile, served: readonly string[]): Generator<string> {
  const ours = Object.values(operations).map((operation) => capabilityOf(operation, wire))
  const isServed = (name: string): boolean => ours.includes(name) || served.includes(name)
  for (const [name, entries] of Object.entries(capabilities)) {
    const isExtension = entries.every((entry) => parentsOf(entry).some((parent) => Object.hasOwn(capabilities, parent)))
    if (!isServed(name) && !isExtension)
      yield `"${name}" has no operations here: leave it out, or serve it with the option "operations"`
  }
  const hasBinding = getOwn(services, serviceOf(wire))?.some(({ transport }) => /^(?:rest|tools)$/.test(transport))
  const needing = Object.keys(capabilities).find((name) => ours.includes(name))
  if (needing && !hasBinding)
    yield `"${needing}" needs a service "${serviceOf(wire)}" with a rest or tools binding that serves it`
}

/** A day of the calendar as `YYYY-MM-DD`. */
function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.startsWith(value)
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : []
}
