/** Every operation of the protocol, and its address in both bindings (agent protocol, Endpoints). */
import type { AgentCapabilities } from './types.ts'

export interface Operation {
  /** `method` in JSON-RPC. */
  readonly method: string
  /** The public text's name, where it is another. */
  readonly publicMethod?: string
  /** The name that version 0.3 had. */
  readonly oldMethod: string
  /** HTTP verb. GET and DELETE have their parameters in the query, POST has them in the body. */
  readonly verb: 'GET' | 'POST' | 'DELETE'
  /** Path below the interface's address; `{name}` is a parameter. A tenant stands in front, as `/{tenant}`. */
  readonly path: string
  /** The answer is a stream of events. */
  readonly stream?: true
  /** What the card must have switched on. */
  readonly needs?: keyof AgentCapabilities & ('streaming' | 'pushNotifications' | 'extendedAgentCard')
  /** The public text allows this verb as well. */
  readonly otherVerb?: 'GET'
}

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
  SendMessage: { method: 'SendMessage', oldMethod: 'message/send', verb: 'POST', path: '/message:send' },
  SendStreamingMessage: {
    method: 'SendStreamingMessage',
    oldMethod: 'message/stream',
    verb: 'POST',
    path: '/message:stream',
    stream: true,
    needs: 'streaming',
  },
  GetTask: { method: 'GetTask', oldMethod: 'tasks/get', verb: 'GET', path: '/tasks/{id}' },
  ListTasks: { method: 'ListTasks', oldMethod: 'tasks/list', verb: 'GET', path: '/tasks' },
  CancelTask: { method: 'CancelTask', oldMethod: 'tasks/cancel', verb: 'POST', path: '/tasks/{id}:cancel' },
  SubscribeToTask: {
    method: 'SubscribeToTask',
    oldMethod: 'tasks/resubscribe',
    verb: 'POST',
    otherVerb: 'GET',
    path: '/tasks/{id}:subscribe',
    stream: true,
    needs: 'streaming',
  },
  CreatePushNotificationConfig: {
    method: 'CreatePushNotificationConfig',
    publicMethod: 'CreateTaskPushNotificationConfig',
    oldMethod: 'tasks/pushNotificationConfig/set',
    verb: 'POST',
    path: pushPath,
    needs: 'pushNotifications',
  },
  GetPushNotificationConfig: {
    method: 'GetPushNotificationConfig',
    publicMethod: 'GetTaskPushNotificationConfig',
    oldMethod: 'tasks/pushNotificationConfig/get',
    verb: 'GET',
    path: `${pushPath}/{configId}`,
    needs: 'pushNotifications',
  },
  ListPushNotificationConfigs: {
    method: 'ListPushNotificationConfigs',
    publicMethod: 'ListTaskPushNotificationConfigs',
    oldMethod: 'tasks/pushNotificationConfig/list',
    verb: 'GET',
    path: pushPath,
    needs: 'pushNotifications',
  },
  DeletePushNotificationConfig: {
    method: 'DeletePushNotificationConfig',
    publicMethod: 'DeleteTaskPushNotificationConfig',
    oldMethod: 'tasks/pushNotificationConfig/delete',
    verb: 'DELETE',
    path: `${pushPath}/{configId}`,
    needs: 'pushNotifications',
  },
  GetExtendedAgentCard: {
    method: 'GetExtendedAgentCard',
    oldMethod: 'agent/getAuthenticatedExtendedCard',
    verb: 'GET',
    path: '/extendedAgentCard',
    needs: 'extendedAgentCard',
  },
}
