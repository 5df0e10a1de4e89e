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
  /** The kind of its answer: a server writes the answer by it. */
  readonly answer: Answer
}

/** `sent`: `{ task }` or `{ message }`. `tasks`, `configs`: a page of them. `nothing`: an object without members. */
type Answer = 'sent' | 'events' | 'task' | 'tasks' | 'config' | 'configs' | 'nothing' | 'card'

/** Operations whose answer is a stream. */
export type StreamName = 'SendStreamingMessage' | 'SubscribeToTask'

type Operations = {
  readonly [name in OperationName]: Operation & {
    readonly answer: name extends StreamName ? 'events' : Exclude<Answer, 'events'>
  }
}

const pushPath = '/tasks/{taskId}/pushNotificationConfigs'

export const operations: Operations = {
  SendMessage: { verb: 'POST', path: '/message:send', answer: 'sent' },
  SendStreamingMessage: { verb: 'POST', path: '/message:stream', answer: 'events' },
  GetTask: { verb: 'GET', path: '/tasks/{id}', answer: 'task' },
  ListTasks: { verb: 'GET', path: '/tasks', answer: 'tasks' },
  CancelTask: { verb: 'POST', path: '/tasks/{id}:cancel', answer: 'task' },
  SubscribeToTask: { verb: 'POST', path: '/tasks/{id}:subscribe', answer: 'events' },
  CreatePushNotificationConfig: { verb: 'POST', path: pushPath, answer: 'config' },
  GetPushNotificationConfig: { verb: 'GET', path: `${pushPath}/{configId}`, answer: 'config' },
  ListPushNotificationConfigs: { verb: 'GET', path: pushPath, answer: 'configs' },
  DeletePushNotificationConfig: { verb: 'DELETE', path: `${pushPath}/{configId}`, answer: 'nothing' },
  GetExtendedAgentCard: { verb: 'GET', path: '/extendedAgentCard', answer: 'card' },
}

export function isStream(name: OperationName): name is StreamName {
  return operations[name].answer === 'events'
}
