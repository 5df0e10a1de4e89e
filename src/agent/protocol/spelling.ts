/**
 * The two spellings of the protocol v1.0, in one table: the protocol document (`seed`) and the public text (`public`). Readers
 * accept both; writers use the one that the other side speaks. Below it: the names of the operations, which both texts have.
 */

/** The protocol version that this package speaks, as `Major.Minor`. */
export const protocolVersion = '1.0'

/** Which spelling a client writes. `both`: headers and members in both, names of methods in the seed's first. */
export type Dialect = 'both' | 'seed' | 'public'

export type Spelling = 'seed' | 'public'

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

/** The member of a stream response that holds the event. Tasks and messages have one name in both. */
export const statusMember: Spelt = { seed: 'taskStatusUpdate', public: 'statusUpdate' }
export const artifactMember: Spelt = { seed: 'taskArtifactUpdate', public: 'artifactUpdate' }

/** The cursor of a page's answer. The public text has "" for the end; absent means the same. */
export const cursorMember: Spelt = { seed: 'nextCursor', public: 'nextPageToken' }

/** Members of requests for pages and push configurations: the seed's name → the public one. */
export const requestMembers = { limit: 'pageSize', cursor: 'pageToken', configId: 'id' } as const

/** What has members in the protocol document that the public text lacks. */
type Written = 'task' | 'artifactUpdate' | 'page' | 'pushConfig' | 'card'

/** Those members. The objects of the public text are closed, so one member too many makes an answer invalid. */
const seedOnly: { readonly [name in Written]: readonly string[] } = {
  task: ['createdAt', 'lastModified'],
  artifactUpdate: ['index'],
  page: [cursorMember.seed],
  pushConfig: ['configId', 'createdAt'],
  card: ['extensions'],
}

/** The object as a caller of the spelling may get it. */
export function spelt<T extends object>(what: Written, object: T, spelling: Spelling): object {
  if (spelling === 'seed') return object
  return Object.fromEntries(Object.entries(object).filter(([name]) => !seedOnly[what].includes(name)))
}

/** Where an object has the seed's name, the public one, or both, the seed's wins. The names are own members only. */
export function member(object: { readonly [name: string]: unknown }, name: Spelt): unknown {
  if (Object.hasOwn(object, name.seed)) return object[name.seed]
  return Object.hasOwn(object, name.public) ? object[name.public] : undefined
}

/** The spellings that a dialect writes. */
export function spellings(dialect: Dialect): readonly Spelling[] {
  return dialect === 'both' ? ['seed', 'public'] : [dialect]
}

/** Also the `method` in JSON-RPC. */
export type OperationName =
  | 'SendMessage'
  | 'SendStreamingMessage'
  | 'GetTask'
  | 'ListTasks'
  | 'CancelTask'
  | 'SubscribeToTask'
  | 'CreatePushNotificationConfig'
  | 'GetPushNotificationConfig'
  | 'ListPushNotificationConfigs'
  | 'DeletePushNotificationConfig'
  | 'GetExtendedAgentCard'

/** The `method` in the public text: `CreateTaskPushNotificationConfig` for `CreatePushNotificationConfig`, say. */
export function publicMethodOf(name: OperationName): string {
  return name.replace('Push', 'TaskPush')
}
