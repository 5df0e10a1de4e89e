/**
 * Headers of a push notification: the token of its configuration; its id, equal for each attempt, and the seconds since 1970 at the
 * attempt, as Standard Webhooks name them.
 */
export const notificationHeaders = {
  token: 'x-a2a-notification-token',
  id: 'webhook-id',
  time: 'webhook-timestamp',
} as const
