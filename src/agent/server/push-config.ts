/** A push notification configuration as a client asks for it → one that the task keeps. The same checks for both ways of asking. */
import { AgentError } from '../error.ts'
import type { PushConfig, SendMessageRequest } from '../types.ts'
import type { Call } from './call.ts'
import { requireCapability } from './capability.ts'
import { defined, type Fields, invalid } from './fields.ts'
import { utf8Length } from './json-bytes.ts'
import type { LiveTask } from './live-task.ts'
import type { ServerState } from './server-state.ts'
import type { StoredPushConfig } from './task-store.ts'

/** The members that a client chooses. */
export type PushTarget = Pick<PushConfig, 'url' | 'token' | 'authentication'>

/** Bytes of an address, a token and of credentials, each. */
const maxBytes = 4_096

/** Throws `INVALID_PARAMS` for members that are too long or could not be sent in a header (RFC 9110, section 5.5). */
export function readPushTarget(fields: Fields): PushTarget {
  const authentication = fields.fields('authentication')
  return {
    url: bounded(fields, 'url', fields.requiredText('url')),
    ...defined({
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
export type NewPushConfig = Omit<StoredPushConfig, 'taskId'>

interface WantedPushConfig {
  /** Absent: an id is made. */
  readonly configId?: string | undefined
  readonly target: PushTarget
}

/**
 * Throws `PUSH_NOTIFICATION_NOT_SUPPORTED`, or `INVALID_PARAMS` for an address that may not be used. The task's id is added
 * when the task is known.
 */
export function makePushConfig(
  state: ServerState,
  call: Pick<Call, 'spelling'>,
  { configId, target }: WantedPushConfig,
): NewPushConfig {
  requireCapability(state.card, 'pushNotifications', 'A push notification configuration')
  state.push.check(target.url)
  const { spelling } = call
  return { configId: configId ?? state.newId(), ...target, createdAt: state.timestamp(), spelling }
}

/** The configuration that comes with a message. Throws as `makePushConfig` does. */
export function inlinePushConfig(
  state: ServerState,
  call: Pick<Call, 'spelling'>,
  { configuration }: SendMessageRequest,
): NewPushConfig | undefined {
  const target = configuration?.taskPushNotificationConfig
  return target && makePushConfig(state, call, { target })
}

/** The list with one more configuration. A configuration with the same id is replaced. Throws `RATE_LIMITED`. */
export function withPushConfig(
  { limits }: ServerState,
  before: readonly StoredPushConfig[],
  config: StoredPushConfig,
): readonly StoredPushConfig[] {
  const others = before.filter((one) => one.configId !== config.configId)
  if (others.length < limits.pushConfigs) return [...others, config]
  throw new AgentError('RATE_LIMITED', `A task has at most ${limits.pushConfigs} push notification configurations`, {
    hint: 'Delete one first.',
  })
}

/** As `withPushConfig`. A client that sends one target with each message, without an id, means one configuration. */
export function withInlinePushConfig(
  state: ServerState,
  before: readonly StoredPushConfig[],
  config: StoredPushConfig,
): readonly StoredPushConfig[] {
  const same = before.find(({ url }) => url === config.url)
  return withPushConfig(state, before, same ? { ...config, configId: same.configId } : config)
}

/** The configuration of a message that came again: the task is there already. Throws `RATE_LIMITED`. */
export function addInlinePushConfig(state: ServerState, live: LiveTask, push: NewPushConfig | undefined): void {
  if (!push) return
  const config = { ...push, taskId: live.task().id }
  changeConfigs(state, live, (configs) => withInlinePushConfig(state, configs, config))
}

/** Changes the configurations of a task, also for the notifications that are under way. */
export function changeConfigs(
  { push }: ServerState,
  live: LiveTask,
  change: (configs: readonly StoredPushConfig[]) => readonly StoredPushConfig[],
): void {
  live.setPushConfigs(change(live.record().pushConfigs))
  push.update(live.record())
}
