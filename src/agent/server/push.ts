/**
 * Push notification configurations: the four operations on them, and the one that comes with a message. The same checks for
 * both ways of asking. Configurations belong to a task and go with it. Loaded when the first one is asked for.
 */
import { AgentError } from '../protocol/error.ts'
import { defined } from '../protocol/read-value.ts'
import type { AgentCard, PushConfig } from '../protocol/types.ts'
import { utf8Length } from './bindings.ts'
import { requireCapability } from './card.ts'
import { type LiveTask, type LiveTasks, openTask, taskNotFound } from './live-tasks.ts'
import { createPushPost, type PushPost } from './push-post.ts'
import { createMemoryPushes, type MemoryPushes, type MemoryPushOptions } from './push-receivers.ts'
import { type Fields, invalid, noCursor } from './read-request.ts'
import type { StoredPushConfig } from './task-store.ts'

/** What this code needs of the server, and of a request. */
interface PushState {
  readonly card: AgentCard
  readonly limits: { readonly pushConfigs: number }
  readonly tasks: LiveTasks
  readonly newId: () => string
  readonly timestamp: () => string
  readonly loadPush: () => Promise<Pick<Push, 'check'>>
}

interface PushCall {
  readonly owner: string
  readonly format: StoredPushConfig['format']
}

/** What is loaded: the operations, and what tasks in memory tell. */
export interface Push extends MemoryPushes {
  /** Throws `INVALID_PARAMS` for an address that may not be used. */
  readonly check: PushPost['check']
  readonly create: typeof createPushConfig
  readonly get: typeof getPushConfig
  readonly list: typeof listPushConfigs
  readonly delete: typeof deletePushConfig
  readonly inline: typeof inlinePush
  readonly readTarget: typeof readPushTarget
}

export function createPush(server: MemoryPushOptions): Push {
  return {
    ...createMemoryPushes(server),
    check: createPushPost(server.options).check,
    create: createPushConfig,
    get: getPushConfig,
    list: listPushConfigs,
    delete: deletePushConfig,
    inline: inlinePush,
    readTarget: readPushTarget,
  }
}

/** The members that a client chooses. */
type PushTarget = Pick<PushConfig, 'url' | 'token' | 'authentication' | 'configId'>

type Configs = readonly StoredPushConfig[]

/** The configuration that comes with a message. */
export interface InlinePush {
  /** The list with this configuration. One with the same address is replaced. Throws `RATE_LIMITED`. */
  readonly including: (before: Configs, taskId: string) => Configs
  /** Puts it into a task that is there. Throws `RATE_LIMITED`. */
  readonly addTo: (live: LiveTask) => void
}

/** Throws `PUSH_NOTIFICATION_NOT_SUPPORTED`, or `INVALID_PARAMS` for an address that may not be used. */
async function inlinePush(state: PushState, call: PushCall, target: PushTarget): Promise<InlinePush> {
  const { check } = await state.loadPush()
  const config = makeConfig(state, check, call, target)
  function including(before: Configs, taskId: string): Configs {
    // A client that sends one target with each message, without an id, means one configuration.
    const same = target.configId ? undefined : before.find(({ url }) => url === config.url)
    return withConfig(state, before, { ...config, taskId, ...(same && { configId: same.configId }) })
  }
  return {
    including,
    addTo: (live) => void live.setPushConfigs(including(live.record().pushConfigs, live.task().id)),
  }
}

async function createPushConfig(state: PushState, call: PushCall, params: Fields): Promise<object> {
  // Older texts nest the configuration.
  const fields = params.fields('pushNotificationConfig') ?? params
  const target = readPushTarget(fields)
  const taskId = taskIdOf(params)
  const { check } = await state.loadPush()
  return changeConfigs(state, call, taskId, (before) => {
    const config = { ...makeConfig(state, check, call, target), taskId }
    return [withConfig(state, before, config), withoutCredentials(config), config]
  })
}

async function getPushConfig(state: PushState, call: PushCall, params: Fields): Promise<object> {
  const configId = params.requiredText('configId')
  const taskId = taskIdOf(params)
  const config = (await configsOf(state, call, taskId)).find((one) => one.configId === configId)
  if (!config) throw taskNotFound(`${taskId}/pushNotificationConfigs/${configId}`)
  return withoutCredentials(config)
}

async function listPushConfigs(state: PushState, call: PushCall, params: Fields): Promise<object> {
  const taskId = taskIdOf(params)
  const limit = params.integer({ min: 1, max: 100 }, 'limit') ?? 100
  const from = params.text('cursor') || '0'
  if (!/^\d{1,6}$/.test(from)) throw noCursor(params)
  const all = await configsOf(state, call, taskId)
  const end = Number(from) + limit
  const configs = all.slice(Number(from), end).map(withoutCredentials)
  return { configs, nextCursor: end < all.length ? String(end) : undefined }
}

/** Deleting what is not there is no error. */
async function deletePushConfig(state: PushState, call: PushCall, params: Fields): Promise<object> {
  const configId = params.requiredText('configId')
  return changeConfigs(state, call, taskIdOf(params), (before) => [
    before.filter((one) => one.configId !== configId),
    {},
  ])
}

/** Bytes of an address, a token and of credentials, each. */
const maxBytes = 4_096

/** Throws `INVALID_PARAMS` for members that are too long or could not be sent in a header (RFC 9110, section 5.5). */
function readPushTarget(fields: Fields): PushTarget {
  const authentication = fields.fields('authentication')
  return {
    url: bounded(fields, 'url', fields.requiredText('url')),
    ...defined({
      configId: fields.id('configId'),
      token: headerText(fields, 'token'),
      authentication: authentication && {
        scheme: schemeOf(authentication),
        ...defined({ credentials: headerText(authentication, 'credentials') }),
      },
    }),
  }
}

function bounded(fields: Fields, name: string, text: string): string {
  if (utf8Length(text) > maxBytes) throw invalid(fields.place(name), `must not be longer than ${maxBytes} bytes`)
  return text
}

/** Printable ASCII: a line break would begin another header. */
function headerText(fields: Fields, name: string): string | undefined {
  const text = fields.text(name)
  if (text === undefined) return undefined
  if (!/^[\x20-\x7e]*$/.test(text)) throw invalid(fields.place(name), 'must be printable ASCII')
  return bounded(fields, name, text)
}

function schemeOf(fields: Fields): string {
  const scheme = fields.requiredText('scheme')
  if (/^[\w!#$%&'*+.^`|~-]{1,64}$/.test(scheme)) return scheme
  throw invalid(fields.place('scheme'), 'must be the name of an authentication scheme')
}

/** A configuration whose task may not exist yet. */
function makeConfig(
  state: PushState,
  check: Push['check'],
  { format }: PushCall,
  target: PushTarget,
): Omit<StoredPushConfig, 'taskId'> {
  requireCapability(state.card, 'pushNotifications', 'A push notification configuration')
  check(target.url)
  return { configId: state.newId(), ...target, createdAt: state.timestamp(), format }
}

/** The list with one more configuration. A configuration with the same id is replaced. Throws `RATE_LIMITED`. */
function withConfig({ limits }: PushState, before: Configs, config: StoredPushConfig): Configs {
  const others = before.filter((one) => one.configId !== config.configId)
  if (others.length < limits.pushConfigs) return [...others, config]
  throw new AgentError('RATE_LIMITED', `A task has at most ${limits.pushConfigs} push notification configurations`, {
    hint: 'Delete one first.',
  })
}

/** `change`: the configurations after the operation, its answer, and the configuration that it registers. */
async function changeConfigs(
  state: PushState,
  { owner }: PushCall,
  taskId: string,
  change: (before: Configs) => readonly [after: Configs, answer: object, registered?: StoredPushConfig],
): Promise<object> {
  const { live, release } = await openTask(state.tasks, owner, taskId)
  try {
    const [after, answer, registered] = change(live.record().pushConfigs)
    await live.setPushConfigs(after, registered)
    return answer
  } finally {
    release()
  }
}

async function configsOf({ tasks }: PushState, { owner }: PushCall, taskId: string): Promise<Configs> {
  const record = await tasks.peek(owner, taskId, { configs: true })
  if (!record) throw taskNotFound(taskId)
  return record.pushConfigs
}

/** `id` names the configuration here, not the task. */
function taskIdOf(params: Fields): string {
  return params.requiredText('taskId')
}

/** A configuration without its credentials. */
function withoutCredentials({ format: _, authentication, ...config }: StoredPushConfig): PushConfig {
  return { ...config, ...(authentication && { authentication: { scheme: authentication.scheme } }) }
}
