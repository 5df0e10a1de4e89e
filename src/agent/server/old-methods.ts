/** The names that operations had in version 0.3 of the protocol. */
import type { OperationName } from '../operations.ts'

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
