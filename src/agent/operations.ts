/** Every operation of the protocol, and its address in both bindings (agent protocol, Endpoints). */

export interface Operation {
  /** HTTP verb. GET and DELETE have their parameters in the query, POST has them in the body. */
  readonly verb: 'GET' | 'POST' | 'DELETE'
  /** Path below the interface's address; `{name}` is a parameter. A tenant stands in front, as `/{tenant}`. */
  readonly path: string
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

/** The `method` in the public text: `CreateTaskPushNotificationConfig` for `CreatePushNotificationConfig`, say. */
export function publicMethodOf(name: OperationName): string {
  return name.replace('Push', 'TaskPush')
}
