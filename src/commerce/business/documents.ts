/** Documents that everybody may read: the profiles, and the descriptions of the bindings. */

import { getOwn, isObject } from '../../json/value.ts'
import { cacheableJson } from '../../shared/http/digest.ts'
import { parseAddress } from '../../text/address.ts'
import { CommerceError } from '../error.ts'
import type { Profile, ServiceEntry } from '../profile.ts'
import { publicPath, type WireFormat, wireNames } from '../wire-names.ts'
import { errorResponse } from './answer.ts'
import { type BusinessOptions, newestVersion, originOf, type Settings } from './options.ts'

/** The answer to a request for a document, or undefined where the path has none. */
export type PublicDocuments = (request: Request, path: string) => Promise<Response | undefined>

/** Seconds that a document may be kept by others. The protocol wants 60 or more. */
const maxAge = 300

export function createPublicDocuments(options: BusinessOptions, settings: Settings): PublicDocuments {
  const documents = documentsOf(options, settings)
  return async (request, path) => {
    const document = getOwn(documents, path)
    if (document === undefined) return undefined
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const error = new CommerceError('method_not_allowed', 'This document can be read only')
      const wire = wireNames(path.startsWith(wireNames('ucp').wellKnown) ? 'ucp' : 'document')
      return errorResponse(error, wire, newestVersion(settings), { Allow: 'GET, HEAD' })
    }
    const text = typeof document === 'string' ? document : await document()
    return cacheableJson(request, text, { 'cache-control': `public, max-age=${maxAge}` })
  }
}

/** A text, or a function for one that is made when it is first asked for. */
type Document = string | (() => Promise<string>)

/** By path. */
function documentsOf(
  { profile, versions = {} }: BusinessOptions,
  settings: Settings,
): Readonly<Record<string, Document>> {
  const [seed, ucp] = [wireNames('document'), wireNames('ucp')]
  const documents: Record<string, Document> = {}
  const newest = newestVersion(settings)
  const named = withVersions(profile, Object.keys(versions), settings)
  for (const [version, document] of [[newest, named] as const, ...Object.entries(versions)]) {
    const below = version === newest ? '' : `/${version}`
    documents[seed.wellKnown + below] = JSON.stringify(document)
    documents[ucp.wellKnown + below] = once(() => publicDocument(version, document, settings))
  }
  // The newest version last: it goes before the others where they share an address.
  for (const read of [...settings.profiles.values()].toReversed())
    for (const entry of Object.values(read.services).flat())
      Object.assign(documents, description(read, entry, settings))
  return documents
}

async function publicDocument(version: string, document: unknown, { profiles }: Settings): Promise<string> {
  const { publicProfile } = await import('./descriptions.ts')
  const profile = profiles.get(version)
  const older = isObject(document) ? getOwn(document, 'supported_versions') : undefined
  const named = { ...(isObject(older) && (older as Profile['supportedVersions'])), ...profile?.supportedVersions }
  return JSON.stringify(profile ? publicProfile(profile, named) : {})
}

/** The documents of a binding, in both spellings, where its address is on the origin of the binding itself. */
function description(profile: Profile, entry: ServiceEntry, settings: Settings): Readonly<Record<string, Document>> {
  const { endpoint, schema, transport } = entry
  const address = parseAddress(schema ?? '')
  if (endpoint === undefined || !address || address.origin !== new URL(endpoint).origin) return {}
  if (transport !== 'rest' && transport !== 'tools') return {}
  const described = (name: WireFormat): Document =>
    once(async () => {
      const { openApiOf, openRpcOf } = await import('./descriptions.ts')
      const describe = transport === 'rest' ? openApiOf : openRpcOf
      return JSON.stringify(describe(profile, entry, settings, wireNames(name)))
    })
  const { pathname } = address
  return { [pathname]: described('document'), [publicPath(pathname)]: described('ucp') }
}

/** Everybody may ask for a document, so its text is made once. */
function once(make: () => Promise<string>): Document {
  let text: Promise<string> | undefined
  return () => {
    text ??= make()
    // The next request tries again.
    text.catch(() => {
      text = undefined
    })
    return text
  }
}

/** The profile names the older ones, unless it names them itself. */
function withVersions(
  document: BusinessOptions['profile'],
  versions: readonly string[],
  { profiles }: Settings,
): BusinessOptions['profile'] {
  const [newest] = profiles.values()
  const origin = newest && originOf(newest)
  if (versions.length === 0 || !origin) return document
  const addresses = versions.map((version) => [version, `${origin}${wireNames().wellKnown}/${version}`])
  const named = getOwn(document, 'supported_versions')
  return { ...document, supported_versions: { ...Object.fromEntries(addresses), ...(isObject(named) && named) } }
}
