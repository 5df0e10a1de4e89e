import type { Agent } from '../../../src/agent/client/agent.ts'
import type { WireErrorCode } from '../../../src/agent/protocol/error.ts'
import type { OperationName } from '../../../src/agent/protocol/routes.ts'
import { listOf } from '../../support/list-of.ts'
import { cardOf, type Json, taskOf } from './fake-agent.ts'

export const message = { parts: [{ text: 'hello' }] }
export const config = { taskId: 'task-1', configId: 'config-1', url: 'https://example.com/push' }

export interface Row {
  readonly operation: OperationName
  readonly run: (agent: Agent) => Promise<unknown>
  /** What the agent answers. */
  readonly result: Json
  readonly expected: unknown
  readonly params: Json
  readonly errors: readonly WireErrorCode[]
}

export const always: readonly WireErrorCode[] = [
  ...(['PARSE_ERROR', 'INVALID_REQUEST', 'METHOD_NOT_FOUND', 'INVALID_PARAMS', 'INTERNAL_ERROR'] as const),
  ...(['UNAUTHENTICATED', 'PERMISSION_DENIED', 'VERSION_NOT_SUPPORTED', 'EXTENSION_SUPPORT_REQUIRED'] as const),
]
export const task = taskOf('COMPLETED')
export const pushErrors: readonly WireErrorCode[] = ['PUSH_NOTIFICATION_NOT_SUPPORTED', 'TASK_NOT_FOUND']

export const unary: readonly Row[] = [
  {
    operation: 'SendMessage',
    run: (agent) => agent.sendMessage({ message, configuration: { historyLength: 3 }, metadata: { key: 'value' } }),
    result: { task },
    expected: task,
    params: { configuration: { historyLength: 3 }, metadata: { key: 'value' } },
    errors: ['TASK_NOT_FOUND', 'UNSUPPORTED_OPERATION', 'CONTENT_TYPE_NOT_SUPPORTED', 'INVALID_AGENT_RESPONSE'],
  },
  {
    operation: 'GetTask',
    run: (agent) => agent.getTask({ id: 'task-1' }),
    result: task,
    expected: task,
    params: { id: 'task-1' },
    errors: ['TASK_NOT_FOUND'],
  },
  {
    operation: 'ListTasks',
    run: (agent) => agent.listTasks({ contextId: 'context-1', cursor: 'page 2' }),
    result: { tasks: [task], nextCursor: 'page 3', totalSize: 9 },
    expected: { tasks: [task], nextCursor: 'page 3', totalSize: 9 },
    params: { contextId: 'context-1', cursor: 'page 2', pageToken: 'page 2' },
    errors: [],
  },
  {
    operation: 'CancelTask',
    run: (agent) => agent.cancelTask({ id: 'task-1', metadata: { why: 'changed my mind' } }),
    result: taskOf('CANCELED'),
    expected: taskOf('CANCELED'),
    params: { id: 'task-1', metadata: { why: 'changed my mind' } },
    errors: ['TASK_NOT_FOUND', 'TASK_NOT_CANCELABLE'],
  },
  {
    operation: 'CreatePushNotificationConfig',
    run: (agent) => agent.createPushConfig(config),
    result: { taskId: 'task-1', id: 'config-1', url: config.url },
    expected: config,
    params: { taskId: 'task-1', configId: 'config-1', id: 'config-1', url: config.url },
    errors: pushErrors,
  },
  {
    operation: 'GetPushNotificationConfig',
    run: (agent) => agent.getPushConfig({ taskId: 'task-1', configId: 'config-1' }),
    result: config,
    expected: config,
    params: { taskId: 'task-1', configId: 'config-1' },
    errors: pushErrors,
  },
  {
    operation: 'ListPushNotificationConfigs',
    run: (agent) => agent.listPushConfigs({ taskId: 'task-1' }),
    result: { configs: [config], nextPageToken: '' },
    expected: { configs: [config] },
    params: { taskId: 'task-1' },
    errors: pushErrors,
  },
  {
    operation: 'DeletePushNotificationConfig',
    run: (agent) => agent.deletePushConfig({ taskId: 'task-1', configId: 'config-1' }),
    result: {},
    expected: undefined,
    params: { taskId: 'task-1', configId: 'config-1' },
    errors: pushErrors,
  },
  {
    operation: 'GetExtendedAgentCard',
    run: (agent) => agent.extendedCard(),
    result: { ...cardOf('http://127.0.0.1', 'JSONRPC'), name: 'Extended' },
    expected: { name: 'Extended' },
    params: {},
    errors: ['UNSUPPORTED_OPERATION', 'EXTENDED_AGENT_CARD_NOT_CONFIGURED'],
  },
]

export const streams: readonly Row[] = [
  {
    operation: 'SendStreamingMessage',
    run: async (agent) => (await listOf(agent.streamMessage({ message }))).map(({ kind }) => kind),
    result: {},
    expected: ['task', 'status', 'status'],
    params: {},
    errors: ['TASK_NOT_FOUND', 'UNSUPPORTED_OPERATION', 'CONTENT_TYPE_NOT_SUPPORTED', 'INVALID_AGENT_RESPONSE'],
  },
  {
    operation: 'SubscribeToTask',
    run: async (agent) => (await listOf(agent.subscribe({ id: 'task-1' }))).map(({ kind }) => kind),
    result: {},
    expected: ['task', 'status', 'status'],
    params: { id: 'task-1' },
    errors: [],
  },
]
