/**
 * Every operation once, for all bindings: what JSON-RPC calls a method is its name here or that of `publicMethodOf`, which is
 * also its rpc over gRPC. A client of JSON-RPC loads nothing of this.
 */
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

interface Operation {
  /** HTTP verb. GET and DELETE have their parameters in the query, POST has them in the body. */
  readonly verb: 'GET' | 'POST' | 'DELETE'
  /** Path below the interface's address; `{name}` is a parameter. A tenant stands in front, as `/{tenant}`. */
  readonly path: string
  /** Whether the answer is a stream of events. */
  readonly stream?: true
}

/** Operations whose answer is a stream. */
export type StreamName = 'SendStreamingMessage' | 'SubscribeToTask'

type Operations = {
  readonly [name in OperationName]: name extends StreamName ? Operation & { readonly stream: true } : Operation
}

const pushPath = '/tasks/{taskId}/pushNotificationConfigs'

export const operations: Operations = {
  SendMessage: { verb: 'POST', path: '/message:send' },
  SendStreamingMessage: { verb: 'POST', path: '/message:stream', stream: true },
  GetTask: { verb: 'GET', path: '/tasks/{id}' },
  ListTasks: { verb: 'GET', path: '/tasks' },
  CancelTask: { verb: 'POST', path: '/tasks/{id}:cancel' },
  SubscribeToTask: { verb: 'POST', path: '/tasks/{id}:subscribe', stream: true },
  CreatePushNotificationConfig: { verb: 'POST', path: pushPath },
  GetPushNotificationConfig: { verb: 'GET', path: `${pushPath}/{configId}` },
  ListPushNotificationConfigs: { verb: 'GET', path: pushPath },
  DeletePushNotificationConfig: { verb: 'DELETE', path: `${pushPath}/{configId}` },
  GetExtendedAgentCard: { verb: 'GET', path: '/extendedAgentCard' },
}

export function isStream(name: OperationName): name is StreamName {
  return operations[name].stream === true
}
