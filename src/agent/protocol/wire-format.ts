/**
 * The names that the two texts of the protocol v1.0 have for one thing: the protocol document, and the public text. Everything inside
 * has the document's names. Readers accept both; what is written has the names that the other side speaks: by `client/wire-codec.ts`
 * in requests, by `server/wire-codec.ts` in answers.
 */

/** The protocol version that this package speaks, as `Major.Minor`. */
export const protocolVersion = '1.0'

/** The text whose names a client writes. `both`: headers and members in both, names of methods in the document's first. */
export type WireFormat = 'both' | FormatName

/** One of the two texts. */
export type FormatName = 'document' | 'public'

type Names = { readonly [format in FormatName]: string }

/** Request and response headers. Extensions are URIs, separated by commas. */
export const headerNames: { readonly [header in 'version' | 'extensions']: Names } = {
  version: { document: 'Agent-Version', public: 'A2A-Version' },
  extensions: { document: 'Agent-Extensions', public: 'A2A-Extensions' },
}

/** Older documents have the extensions header under this name. Readers accept it. */
export const oldExtensionsHeader = 'X-A2A-Extensions'

/** Every name of the header with the extensions, of either text and of older ones. */
export const extensionHeaders: readonly string[] = [
  headerNames.extensions.document,
  headerNames.extensions.public,
  oldExtensionsHeader,
]

/** Content types. `publicJson`: that of the public text for HTTP+JSON. JSON-RPC has `json` in both texts. */
export const contentTypes = {
  json: 'application/json',
  publicJson: 'application/a2a+json',
  problem: 'application/problem+json',
  stream: 'text/event-stream',
} as const

/** Members of requests for pages and push configurations: the document's name → the public one. */
export const requestMembers = { limit: 'pageSize', cursor: 'pageToken', configId: 'id' } as const

/** The `method` in the public text: `CreateTaskPushNotificationConfig` for `CreatePushNotificationConfig`, say. */
export function publicMethodOf(name: string): string {
  return name.replace('Push', 'TaskPush')
}
