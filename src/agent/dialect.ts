/**
 * Names that two texts of the protocol v1.0 spell in two ways: the protocol document (`seed`) and the public text
 * (`public`). Readers accept both; writers use the one that the other side speaks.
 */

/** The protocol version that this package speaks, as `Major.Minor`. */
export const protocolVersion = '1.0'

/** Which spelling a client writes. `both`: headers and members in both, names of methods in the seed's first. */
export type Dialect = 'both' | 'seed' | 'public'

type Spelling = 'seed' | 'public'

interface Spelt {
  readonly seed: string
  readonly public: string
}

/** Request and response headers. Extensions are URIs, separated by commas. */
export const headerNames: { readonly [header in 'version' | 'extensions']: Spelt } = {
  version: { seed: 'Agent-Version', public: 'A2A-Version' },
  extensions: { seed: 'Agent-Extensions', public: 'A2A-Extensions' },
}

/** Older documents have the extensions header under this name. Readers accept it. */
export const oldExtensionsHeader = 'X-A2A-Extensions'

/** Content types of the HTTP+JSON binding. JSON-RPC has `application/json` in both spellings. */
export const contentTypes = {
  json: { seed: 'application/json', public: 'application/a2a+json' },
  problem: 'application/problem+json',
  stream: 'text/event-stream',
} as const

/** The member of a stream response that holds the event. */
export const streamMembers: { readonly [kind in 'task' | 'message' | 'status' | 'artifact']: Spelt } = {
  task: { seed: 'task', public: 'task' },
  message: { seed: 'message', public: 'message' },
  status: { seed: 'taskStatusUpdate', public: 'statusUpdate' },
  artifact: { seed: 'taskArtifactUpdate', public: 'artifactUpdate' },
}

/** Members of requests and responses: the seed's name → the public one, by what they are members of. */
export const memberNames = {
  /** ListTasks and ListPushNotificationConfigs, request. */
  page: { limit: 'pageSize', cursor: 'pageToken' },
  /** ListTasks and ListPushNotificationConfigs, response. The public text has "" for the end; absent means the same. */
  pageEnd: { nextCursor: 'nextPageToken' },
  /** A push notification configuration, and requests that name one. */
  push: { configId: 'id' },
  /** A device code flow of a card. Both are names of the public text's `deviceAuthorizationUrl`. */
  deviceCode: { device_authorization_url: 'deviceAuthorizationUrl' },
} as const

/** Where an object has the seed's name, the public one, or both, the seed's wins. The names are own members only. */
export function member(object: { readonly [name: string]: unknown }, seed: string, other: string): unknown {
  if (Object.hasOwn(object, seed)) return object[seed]
  return Object.hasOwn(object, other) ? object[other] : undefined
}

/** The spellings that a dialect writes. */
export function spellings(dialect: Dialect): readonly Spelling[] {
  return dialect === 'both' ? ['seed', 'public'] : [dialect]
}
