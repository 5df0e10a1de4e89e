/** The four operations on push notification configurations. Configurations belong to a task and go with it. */
import type { Call } from './call.ts'
import { type Fields, invalid } from './fields.ts'
import type { Lease } from './live-tasks.ts'
import { makePushConfig, readPushTarget, withPushConfig } from './push-config.ts'
import { type ServerState, taskNotFound } from './server-state.ts'
import type { StoredPushConfig } from './task-store.ts'
import { pushConfigJson } from './wire.ts'

export async function createPushConfig(state: ServerState, call: Call, params: Fields): Promise<object> {
  // Older texts nest the configuration.
  const fields = params.fields('pushNotificationConfig', 'config') ?? params
  const target = readPushTarget(fields)
  const configId = fields.id('configId', 'id')
  const { live, release } = await openTask(state, call, params)
  try {
    const { id } = live.task()
    const config = { ...makePushConfig(state, call, { configId, target }), taskId: id }
    live.setPushConfigs(withPushConfig(state, live.record().pushConfigs, config))
    state.push.update(live.record())
    return shown(config)
  } finally {
    release()
  }
}

export async function getPushConfig(state: ServerState, call: Call, params: Fields): Promise<object> {
  const configId = params.requiredText('configId', 'id')
  const taskId = taskIdOf(params)
  const record = await state.tasks.peek(call.owner, taskId)
  const config = record?.pushConfigs.find((one) => one.configId === configId)
  if (!config) throw taskNotFound(record ? `${taskId}/pushNotificationConfigs/${configId}` : taskId)
  return shown(config)
}

export async function listPushConfigs(state: ServerState, call: Call, params: Fields): Promise<object> {
  const taskId = taskIdOf(params)
  const limit = params.integer({ min: 1, max: 100 }, 'limit', 'pageSize') ?? 100
  const from = params.text('cursor', 'pageToken') || '0'
  if (!/^\d{1,6}$/.test(from)) throw invalid('/cursor', 'must be the nextCursor of a page')
  const record = await state.tasks.peek(call.owner, taskId)
  if (!record) throw taskNotFound(taskId)
  const end = Number(from) + limit
  const configs = record.pushConfigs.slice(Number(from), end).map(shown)
  const more = end < record.pushConfigs.length
  return { configs, ...(more ? { nextCursor: String(end) } : {}), nextPageToken: more ? String(end) : '' }
}

/** Deleting what is not there is no error. */
export async function deletePushConfig(state: ServerState, call: Call, params: Fields): Promise<object> {
  const configId = params.requiredText('configId', 'id')
  const { live, release } = await openTask(state, call, params)
  live.setPushConfigs(live.record().pushConfigs.filter((one) => one.configId !== configId))
  state.push.update(live.record())
  release()
  return {}
}

async function openTask(state: ServerState, call: Call, params: Fields): Promise<Lease> {
  const id = taskIdOf(params)
  const lease = await state.tasks.open(call.owner, id)
  if (!lease) throw taskNotFound(id)
  return lease
}

/** `id` names the configuration here, not the task. */
function taskIdOf(params: Fields): string {
  return params.requiredText('taskId')
}

function shown({ spelling: _, ...config }: StoredPushConfig): object {
  return pushConfigJson(config)
}
