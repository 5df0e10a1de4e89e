/** The names that operations had in version 0.3 of the protocol. Loaded where the option `oldMethodNames` is set. */
import type { OperationName } from '../spelling.ts'

export const oldMethods: { readonly [name in OperationName]: string } = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  GetTask: 'tasks/get',
  ListTasks: 'tasks/list',
  CancelTask: 'tasks/cancel',
  SubscribeToTask: 'tasks/resubscribe',
  CreatePushNotificationConfig: 'tasks/pushNotificationConfig/set',
  GetPushNotificationConfig: 'tasks/pushNotificationConfig/get',
  ListPushNotificationConfigs: 'tasks/pushNotificationConfig/list',
  DeletePushNotificationConfig: 'tasks/pushNotificationConfig/delete',
  GetExtendedAgentCard: 'agent/getAuthenticatedExtendedCard',
}
