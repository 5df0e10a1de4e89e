/** Both profiles, the version they share, what they can do together, and where: from `/.well-known/commerce` on. */

import { getOwn } from '../json/value.ts'
import { isLoopback } from './address.ts'
import { CommerceError, lazyImport } from './error.ts'
import { circularExtensions, negotiate } from './negotiate.ts'
import type { Profile } from './profile.ts'
import type { ProfileCache } from './profile-cache.ts'
import type { NegotiatedCapabilities, Version } from './types.ts'
import { serviceOf, type Transport, type WireNames } from './wire-names.ts'

/** What two parties agreed on. */
export interface Agreement {
  /** The business's profile for `version`, and its address. */
  readonly profile: Profile
  /** The same, without texts that run code as an address. */
  readonly shown: Profile
  readonly profileUrl: string
  /** Whether credentials may go to the endpoint: it and its profile are of the business's origin, or the host names its origin. */
  readonly takesCredentials: boolean
  /** Our own profile for `version`, and its address as it is sent with every request. */
  readonly platform: Profile
  readonly platformUrl: string
  readonly version: Version
  readonly capabilities: NegotiatedCapabilities
  /** Base address of the chosen binding. */
  readonly endpoint: string
}

export interface DiscoveryOptions {
  /** Origin of the business. */
  readonly origin: string
  /** Address of our own profile. */
  readonly platform: string
  readonly wire: WireNames
  readonly binding: Transport
  /** Of other endpoints that credentials may go to. */
  readonly origins: readonly string[]
  readonly credentials: unknown
  readonly allowInsecureLoopback: boolean
  readonly onWarning?: (warning: string) => void
}

/**
 * Asks the cache for all profiles, so a fresh agreement costs no request.
 *
 * Throws the cache's errors, `version_unsupported`, `capabilities_incompatible` and `binding_missing`, and
 * `profile_malformed` where the endpoint is a special-use address (RFC 6890).
 *
 * @param last The result as long as its profiles are current; then no warning is repeated.
 */
export async function discover(
  options: DiscoveryOptions,
  profiles: ProfileCache,
  last: Agreement | undefined,
): Promise<Agreement> {
  const { origin, platform, wire, onWarning } = options
  const published = origin + wire.wellKnown
  const getTheirs: GetProfile = (url) => profiles.get(url)
  // As a business reads it: name and version of a capability are enough there.
  const getOurs: GetProfile = (url) => profiles.get(url, false, false)
  const [theirs, ours] = await Promise.all([getTheirs(published), getOurs(platform)])
  const faults: string[] = []
  for (const version of sharedVersions(theirs, ours)) {
    const [their, our] = await Promise.all([
      leaf(published, theirs, version, getTheirs),
      leaf(platform, ours, version, getOurs),
    ])
    if (typeof their === 'object' && typeof our === 'object') {
      if (last?.profile === their[1] && last.platform === our[1]) return last
      return await agree(their, our, faults, options)
    }
    for (const fault of [their, our]) {
      if (typeof fault === 'string') faults.push(`The profile for version ${version} ${fault}`)
    }
  }
  for (const fault of faults) onWarning?.(fault)
  throw new CommerceError('version_unsupported', `The business does not serve version ${ours.version}`)
}

type GetProfile = (url: string) => Promise<Profile>

type Leaf = readonly [url: string, profile: Profile]

async function agree(
  [profileUrl, profile]: Leaf,
  [platformUrl, platform]: Leaf,
  faults: readonly string[],
  options: DiscoveryOptions,
): Promise<Agreement> {
  const { version } = profile
  const capabilities = negotiate(profile.capabilities, platform.capabilities)
  const { onWarning } = options
  const circular = circularExtensions(profile.capabilities, capabilities)
  for (const fault of faults) onWarning?.(fault)
  if (circular.length > 0) onWarning?.(`These capabilities only extend one another: ${circular.join(', ')}`)
  if (Object.keys(capabilities).length === 0) {
    throw new CommerceError('capabilities_incompatible', 'Business and platform share no capability')
  }
  const endpoint = endpointOf(profile, version, options)
  await checkPublic(endpoint, options.allowInsecureLoopback)
  const { withSafeLinks } = await lazyImport(import('./answer.ts'))
  const shown = withSafeLinks(profile, options) as Profile
  const [described, called] = [profileUrl, endpoint].map((address) => new URL(address).origin)
  const isElsewhere = described !== options.origin
  if (isElsewhere) onWarning?.(`The profile for version ${version} is on another origin, ${described}`)
  const isOwn = !isElsewhere && called === options.origin
  const takesCredentials = isOwn || options.origins.includes(called ?? '')
  if (!isElsewhere && !takesCredentials && options.credentials)
    onWarning?.(
      `The endpoint is on another origin, ${called}, and gets no credentials: name it in the option "origins"`,
    )
  return { profile, shown, profileUrl, takesCredentials, platform, platformUrl, version, capabilities, endpoint }
}

/** Newest first. */
function sharedVersions(theirs: Profile, ours: Profile): readonly Version[] {
  const wanted = versionsOf(ours)
  return versionsOf(theirs)
    .filter((version) => wanted.includes(version))
    .sort()
    .reverse()
}

function versionsOf({ version, supportedVersions }: Profile): readonly Version[] {
  return [version, ...Object.keys(supportedVersions)]
}

/**
 * The profile of a version: the one at hand, or the one that `supported_versions` names. The latter declares the version
 * that it is named for. A text: why it cannot be used, and the next version is tried.
 */
async function leaf(url: string, profile: Profile, version: Version, get: GetProfile): Promise<Leaf | string> {
  if (profile.version === version) return [url, profile]
  const address = getOwn(profile.supportedVersions, version) ?? ''
  const found = await get(address).catch(() => undefined)
  return found?.version === version ? [address, found] : 'cannot be had, or declares another version'
}

/** The binding of the protocol's version, otherwise the newest one. */
function endpointOf({ services }: Profile, version: Version, { wire, binding }: DiscoveryOptions): string {
  const entries = (getOwn(services, serviceOf(wire)) ?? []).filter(({ transport }) => transport === binding)
  entries.sort((a, b) => (a.version < b.version ? 1 : -1))
  const { endpoint } = entries.find((entry) => entry.version === version) ?? entries[0] ?? {}
  if (endpoint !== undefined) return endpoint
  throw new CommerceError('binding_missing', `The business offers no ${binding} binding of ${serviceOf(wire)}`)
}

/** An IP address that is not public lies within the caller's own network. The host's `fetch` checks names. */
async function checkPublic(endpoint: string, allowLoopback: boolean): Promise<void> {
  const { hostname } = new URL(endpoint)
  if ((allowLoopback && isLoopback(hostname)) || !/^\[|^[\d.]+$|(?:^|\.)localhost\.?$/.test(hostname)) return
  const { isSpecialHost } = await lazyImport(import('../shared/http/special-address.ts'))
  if (isSpecialHost(hostname))
    throw new CommerceError('profile_malformed', `The endpoint ${hostname} is no public host`)
}
