// Every store of tasks: in memory, in embedded PostgreSQL, on the PostgreSQL server of DATABASE_URL, and on a NATS server where there is one.
import { randomUUID } from 'node:crypto'
import { natsTaskStore } from 'surface-runtime/agent/nats'
import {
  type PostgresTaskStore,
  type PostgresTaskStoreOptions,
  postgresTaskStore,
} from 'surface-runtime/agent/postgres'
import { memoryTaskStore, type TaskStore } from 'surface-runtime/agent/server'
import { afterAll } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { findNats, noNats, startNats } from '../../../../.ci/nats-server.mjs'
import { createSharedStore } from '../../../../src/agent/server/log/shared-store.ts'
import { createPostgresLog } from '../../../../src/agent/server/postgres/postgres-log.ts'
import { agentSteps } from '../../../../src/agent/server/postgres/tables.ts'
import { migrate } from '../../../../src/shared/postgres/migrate.ts'
import { emptySchema } from '../../../support/embedded.ts'

const url = process.env['DATABASE_URL']

/** Opens a store of the same tables each time. */
export type OpenStore = () => Promise<PostgresTaskStore>

let embedded: Promise<PostgresTaskStore> | undefined
let nats: ReturnType<typeof startNats> | undefined
if (!findNats()) console.warn(`Tasks on JetStream are not tested. ${noNats}`)

/** As `postgresTaskStore` makes one for a folder. */
export async function embeddedStore({
  cleaning = {},
}: Pick<PostgresTaskStoreOptions, 'cleaning'> = {}): Promise<PostgresTaskStore> {
  const tables = await emptySchema()
  await migrate(tables.database, tables.schema, agentSteps)
  return createSharedStore(createPostgresLog(tables, cleaning), 600_000)
}

afterAll(async () => {
  await (await embedded)?.close({ grace: 0 })
  embedded = undefined
  ;(await nats)?.stop()
  nats = undefined
})

/** Where several servers share tasks: each call is a place of its own, but embedded, where they all share one store. */
export const sharedKinds: readonly (readonly [name: string, place: () => OpenStore])[] = [
  [
    'embedded PostgreSQL',
    () => async () => {
      embedded ??= embeddedStore()
      return { ...(await embedded), close: async () => undefined }
    },
  ],
  ...(findNats()
    ? [
        [
          // `npm test` leaves it out.
          'a NATS server @all',
          (): OpenStore => {
            const prefix = `test_${randomUUID().replaceAll('-', '')}`
            return async () => {
              nats ??= startNats()
              return natsTaskStore({ servers: (await nats)?.url ?? '', prefix })
            }
          },
        ] as const,
      ]
    : []),
  // `npm run postgres` sets DATABASE_URL.
  ...(url
    ? [
        [
          'a PostgreSQL server',
          (): OpenStore => {
            const schema = `test_${randomUUID().replaceAll('-', '')}`
            return () => postgresTaskStore({ url, schema, connections: 4 })
          },
        ] as const,
      ]
    : []),
]

interface Opened {
  readonly store: TaskStore
  readonly close: () => Promise<void>
}

export const kinds: readonly (readonly [name: string, open: () => Promise<Opened>])[] = [
  ['memory', async () => ({ store: memoryTaskStore(), close: async () => undefined })],
  ...sharedKinds.map(([name, place]) => {
    const open = async (): Promise<Opened> => {
      const store = await place()()
      return { store, close: () => store.close() }
    }
    return [name, open] as const
  }),
]
