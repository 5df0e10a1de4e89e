/** Documents that everybody may read: the profiles, and the descriptions of the bindings. */

import { digestOf } from '../../http/digest.ts'
import { isObject, own } from '../../json/value.ts'
import { parseAddress } from '../../text/address.ts'
import { dialectOf } from '../dialect.ts'
import { CommerceError } from '../error.ts'
import type { Profile, ServiceEntry } from '../profile.ts'
import { errorBody, jsonResponse } from './answer.ts'
import type { BusinessOptions, Settings } from './options.ts'

/** The answer to a request for a document, or undefined where the path has none. */
export type PublicDocuments = (request: Request, path: string) => Promise<Response | undefined>

/** Seconds that a document may be kept by others. The protocol wants 60 or more. */
const maxAge = 300

export function createPublicDocuments(options: BusinessOptions, settings: Settings): PublicDocuments {
  const documents = documentsOf(options, settings)
  return async (request, path) => {
    const document = own(documents, path)
    if (document === undefined) return undefined
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const error = new CommerceError('method_not_allowed', 'This document can be read only')
      return jsonResponse(405, errorBody(error), { Allow: 'GET, HEAD' })
    }
    const text = typeof document === 'string' ? document : await document()
    const etag = `"${await digestOf(text)}"`
    const headers = { ETag: etag, 'Cache-Control': `public, max-age=${maxAge}` }
    const known = request.headers
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
    if (known?.includes(etag) || known?.includes('*')) return new Response(null, { status: 304, headers })
    return jsonResponse(200, text, headers)
  }
}

/** A text, or a function for one that is made when it is first asked for. */
type Document = string | (() => Promise<string>)

/** By path. */
function documentsOf(
  { profile, versions = {} }: BusinessOptions,
  settings: Settings,
): Readonly<Record<string, Document>> {
  const { wellKnown } = dialectOf()
  const documents: Record<string, Document> = {}
  for (const [version, document] of Object.entries(versions))
    documents[`${wellKnown}/${version}`] = JSON.stringify(document)
  documents[wellKnown] = JSON.stringify(withVersions(profile, Object.keys(versions), settings))
  // The newest version last: it goes before the others where they share an address.
  for (const read of [...settings.profiles.values()].toReversed())
    for (const entry of Object.values(read.services).flat())
      Object.assign(documents, description(read, entry, settings))
  return documents
}

/** The document of a binding, where its address is on the origin of the binding itself. */
function description(profile: Profile, entry: ServiceEntry, settings: Settings): Readonly<Record<string, Document>> {
  const { endpoint, schema, transport } = entry
  if (endpoint === undefined || schema === undefined) return {}
  const address = parseAddress(schema)
  if (!address) return {}
  const { origin, pathname } = address
  if (origin !== new URL(endpoint).origin) return {}
  if (transport === 'rest') {
    return { [pathname]: once(async () => (await import('./openapi.ts')).openApiOf(profile, entry, settings)) }
  }
  if (transport !== 'tools') return {}
  return { [pathname]: once(async () => (await import('./openrpc.ts')).openRpcOf(profile, entry, settings)) }
}

/** Everybody may ask for a document, so its text is made once. */
function once(make: () => Promise<object>): Document {
  let text: Promise<string> | undefined
  return () => {
    text ??= make().then((document) => JSON.stringify(document))
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
): unknown {
  const [newest] = profiles.values()
  const endpoint = Object.values(newest?.services ?? {})
    .flat()
    .find(({ endpoint }) => endpoint !== undefined)?.endpoint
  if (versions.length === 0 || endpoint === undefined) return document
  const { origin } = new URL(endpoint)
  const addresses = versions.map((version) => [version, `${origin}${dialectOf().wellKnown}/${version}`])
  const named = own(document, 'supported_versions')
  return { ...document, supported_versions: { ...Object.fromEntries(addresses), ...(isObject(named) && named) } }
}
