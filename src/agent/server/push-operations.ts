/** The four operations on push notification configurations. Configurations belong to a task and go with it. */
import type { Call } from './call.ts'
import { type Fields, invalid } from './fields.ts'
import { recordOf, taskNotFound, withTask } from './open-task.ts'
import { changeConfigs, makePushConfig, readPushTarget, withPushConfig } from './push-config.ts'
import type { ServerState } from './server-state.ts'
import type { StoredPushConfig } from './task-store.ts'
import { pushConfigJson } from './wire.ts'

export async function createPushConfig(state: ServerState, call: Call, params: Fields): Promise<object> {
  // Older texts nest the configuration.
  const fields = params.fields('pushNotificationConfig', 'config') ?? params
  const target = readPushTarget(fields)
  const configId = fields.id('configId', 'id')
  const taskId = taskIdOf(params)
  return withTask(state, call, taskId, (live) => {
    const config = { ...makePushConfig(state, call, { configId, target }), taskId }
    changeConfigs(state, live, (configs) => withPushConfig(state, configs, config))
    return shown(config)
  })
}

export async function getPushConfig(state: ServerState, call: Call, params: Fields): Promise<object> {
  const configId = params.requiredText('configId', 'id')
  const taskId = taskIdOf(params)
  const { pushConfigs } = await recordOf(state, call, taskId)
  const config = pushConfigs.find((one) => one.configId === configId)
  if (!config) throw taskNotFound(`${taskId}/pushNotificationConfigs/${configId}`)
  return shown(config)
}

export async function listPushConfigs(state: ServerState, call: Call, params: Fields): Promise<object> {
  const taskId = taskIdOf(params)
  const limit = params.integer({ min: 1, max: 100 }, 'limit', 'pageSize') ?? 100
  const from = params.text('cursor', 'pageToken') || '0'
  if (!/^\d{1,6}$/.test(from)) throw invalid('/cursor', 'must be the nextCursor of a page')
  const { pushConfigs } = await recordOf(state, call, taskId)
  const end = Number(from) + limit
  const configs = pushConfigs.slice(Number(from), end).map(shown)
  const more = end < pushConfigs.length
  return { configs, ...(more ? { nextCursor: String(end) } : {}), nextPageToken: more ? String(end) : '' }
}

/** Deleting what is not there is no error. */
export async function deletePushConfig(state: ServerState, call: Call, params: Fields): Promise<object> {
  const configId = params.requiredText('configId', 'id')
  await withTask(state, call, taskIdOf(params), (live) =>
    changeConfigs(state, live, (configs) => configs.filter((one) => one.configId !== configId)),
  )
  return {}
}

/** `id` names the configuration here, not the task. */
function taskIdOf(params: Fields): string {
  return params.requiredText('taskId')
}

function shown({ spelling: _, ...config }: StoredPushConfig): object {
  return pushConfigJson(config)
}
