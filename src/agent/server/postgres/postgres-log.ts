/** The log of tasks in PostgreSQL: each function is a statement or two. */
import type { TaskLog } from '../log/task-log.ts'
import { type CleaningOptions, clean } from './cleaning.ts'
import { noteSent, releaseReceiver, savePushConfigs, takeReceivers } from './push-rows.ts'
import { listTasks, loadTask, putTask, type Tables } from './stored-tasks.ts'
import {
  acquireTask,
  endProcess,
  placesOf,
  readEvents,
  readPayload,
  recallMessage,
  rememberMessage,
  renewMessages,
  renewProcess,
  takeKeys,
  takeOrphans,
  turnsOf,
  writeTasks,
} from './task-rows.ts'

export function createPostgresLog(tables: Tables, cleaning: CleaningOptions | false): TaskLog {
  const { database, heartbeat, schema, readSlots } = tables
  let keys: string[] = []
  return {
    async keyFor() {
      if (keys.length === 0) keys = [...(await takeKeys(tables))]
      const key = keys.pop()
      if (key === undefined) throw new Error('There are no keys for new tasks')
      return key
    },
    load: (...asked) => loadTask(tables, ...asked),
    put: (stored) => putTask(tables, stored),
    list: (query) => listTasks(tables, query),
    append: (...writes) => writeTasks(tables, ...writes),
    places: (asked) => placesOf(tables, asked),
    read: (after, most) => readEvents(tables, after, most),
    leases: {
      acquire: (...asked) => acquireTask(tables, ...asked),
      turnsOf: (holder) => turnsOf(tables, holder),
      takeOrphans: (...asked) => takeOrphans(tables, ...asked),
      renew: (...asked) => renewProcess(tables, ...asked),
      end: (holder) => endProcess(tables, holder),
    },
    messages: {
      claim: (...asked) => recallMessage(tables, ...asked),
      renew: (...asked) => renewMessages(tables, ...asked),
      settle: (...asked) => rememberMessage(tables, ...asked),
    },
    receivers: {
      save: (...asked) => savePushConfigs(tables, ...asked),
      take: (...asked) => takeReceivers(tables, ...asked),
      noteSent: (...asked) => noteSent(tables, ...asked),
      release: (...asked) => releaseReceiver(tables, ...asked),
    },
    listen: (hear, onLost) =>
      database.listen(
        `${schema}_tasks`,
        (payload) => {
          const { holder, keys } = readPayload(payload)
          hear(holder, keys)
        },
        onLost,
      ),
    ...(readSlots && { forCallers: readSlots }),
    ...(cleaning && {
      cleaning: { interval: cleaning.interval ?? 60_000, clean: (...asked) => clean(tables, ...asked, cleaning) },
    }),
    isReached: () =>
      database.query('SELECT 1::text AS one').then(
        () => true,
        () => false,
      ),
    close: async () => void (await Promise.all([database.close(), heartbeat?.close()])),
  }
}
