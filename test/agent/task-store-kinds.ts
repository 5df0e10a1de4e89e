// Every store of tasks: in memory, in embedded PostgreSQL, and on the PostgreSQL server of DATABASE_URL.
import { randomUUID } from 'node:crypto'
import { type PostgresTaskStore, postgresTaskStore } from 'surface-runtime/agent/postgres'
import { memoryTaskStore, type TaskStore } from 'surface-runtime/agent/server'
import { afterAll } from 'vitest'

const url = process.env['DATABASE_URL']

/** Opens a store of the same tables each time. */
export type OpenStore = () => Promise<PostgresTaskStore>

let embedded: Promise<PostgresTaskStore> | undefined

function openEmbedded(): Promise<PostgresTaskStore> {
  embedded ??= postgresTaskStore({ folder: 'memory://' })
  return embedded
}

afterAll(async () => {
  await (await embedded)?.close({ grace: 0 })
  embedded = undefined
})

/** Where several servers share tasks: each call is a place of its own, but embedded, where they all share one store. */
export const sharedKinds: readonly (readonly [name: string, place: () => OpenStore])[] = [
  [
    'embedded PostgreSQL',
    // One for all tests of a file: a new one takes seconds on a busy machine.
    () => async () => ({ ...(await openEmbedded()), close: async () => undefined }),
  ],
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
