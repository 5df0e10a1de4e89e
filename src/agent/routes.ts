/** Verb and path of each operation in the binding HTTP+JSON. A client of JSON-RPC loads nothing of this. */
import type { OperationName } from './spelling.ts'

interface Operation {
  /** HTTP verb. GET and DELETE have their parameters in the query, POST has them in the body. */
  readonly verb: 'GET' | 'POST' | 'DELETE'
  /** Path below the interface's address; `{name}` is a parameter. A tenant stands in front, as `/{tenant}`. */
  readonly path: string
}

const pushPath = '/tasks/{taskId}/pushNotificationConfigs'

export const operations: { readonly [name in OperationName]: Operation } = {
  SendMessage: { verb: 'POST', path: '/message:send' },
  SendStreamingMessage: { verb: 'POST', path: '/message:stream' },
  GetTask: { verb: 'GET', path: '/tasks/{id}' },
  ListTasks: { verb: 'GET', path: '/tasks' },
  CancelTask: { verb: 'POST', path: '/tasks/{id}:cancel' },
  SubscribeToTask: { verb: 'POST', path: '/tasks/{id}:subscribe' },
  CreatePushNotificationConfig: { verb: 'POST', path: pushPath },
  GetPushNotificationConfig: { verb: 'GET', path: `${pushPath}/{configId}` },
  ListPushNotificationConfigs: { verb: 'GET', path: pushPath },
  DeletePushNotificationConfig: { verb: 'DELETE', path: `${pushPath}/{configId}` },
  GetExtendedAgentCard: { verb: 'GET', path: '/extendedAgentCard' },
}
