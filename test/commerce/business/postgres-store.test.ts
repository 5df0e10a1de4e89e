// The store in PostgreSQL: what it refuses, older versions of its tables, and servers that do not answer.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { postgresStore } from 'surface-runtime/commerce/postgres'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../../src/commerce/business/product-index.ts'
import { removeExpired } from '../../../src/commerce/postgres/carts.ts'
import { commerceSteps } from '../../../src/commerce/postgres/migrations.ts'
import { saveProducts, searchProducts } from '../../../src/commerce/postgres/products.ts'
import { type Database, missingPeer, openServer, type Query, type Row } from '../../../src/shared/postgres/database.ts'
import { migrate } from '../../../src/shared/postgres/migrate.ts'
import { emptySchema } from '../../support/embedded.ts'
import { products } from './products.ts'

type Tables = Awaited<ReturnType<typeof emptySchema>>

describe('a store in PostgreSQL', () => {
  it('[CB-55] is refused with an odd name, with tables of a newer version, and without its driver', async () => {
    const odd = [{ folder: 'memory://', schema: 'a; DROP' }, { url: '' }, { url: undefined }, { folder: '' }, {}]
    const both = { url: 'postgres://127.0.0.1:1/x', folder: 'memory://' }
    for (const options of [...odd, { folder: undefined }, { folder: ' ' }, { url: 7 }, both])
      await expect(postgresStore(options as never)).rejects.toThrow(TypeError)
    const query = async (): Promise<readonly Row[]> => [{ step: '99' }]
    const newer = {
      query,
      transaction: (work: (query: Query) => Promise<void>) => work(query),
      listen: async () => async () => undefined,
      close: async () => undefined,
    }
    await expect(migrate(newer as Database, 'commerce', commerceSteps)).rejects.toThrow('is at step 99')
    const cause = Object.assign(new Error("Cannot find package 'pg' imported from x"), { code: 'ERR_MODULE_NOT_FOUND' })
    expect(() => missingPeer('pg', 'postgresStore({ url })', cause)).toThrow('npm install pg')
    const other = new Error('other')
    expect(() => missingPeer('pg', '', other)).toThrow(other)
  })

  it('[CB-63] a store of an older version gets the index for scripts without spaces, once', async () => {
    const { database, schema } = await emptySchema()
    await migrate(database, schema, commerceSteps)
    const [first] = products
    const many = Array.from({ length: 450 }, (_, index) => `p${index}`)
    await saveProducts(
      database,
      schema,
      many.map((id) => ({ ...(first ?? expect.fail()), id, title: `登山靴 ${id}` })),
    )
    await database.query(`UPDATE ${schema}.products SET words = '''登山靴'':1A'::tsvector`)
    await unkey({ database, schema })
    await database.query(`DELETE FROM ${schema}.migrations WHERE step > 2`)
    const total = async (): Promise<number> => {
      const found = await searchProducts(database, schema, { words: wordsOf('山靴'), match: 'all', limit: 1 })
      return found.total
    }
    expect(await total()).toBe(0)
    await migrate(database, schema, commerceSteps)
    expect(await total()).toBe(450)
    const queries: string[] = []
    const query: Query = async (sql) => {
      queries.push(sql)
      return [{ step: String(commerceSteps.steps.length) }]
    }
    await migrate({ ...database, transaction: (work) => work(query) }, schema, commerceSteps)
    expect(queries.filter((sql) => sql.includes('UPDATE'))).toEqual([])
    await database.close()
  })

  it('[CB-8] what has expired is removed in steps of 1,000 rows', async () => {
    const { database, schema } = await emptySchema()
    await migrate(database, schema, commerceSteps)
    await database.query(
      `INSERT INTO ${schema}.carts (id, owner, version, body, expires_at)
       SELECT 'c' || i, '', 1, '{}', CASE WHEN i <= 2300 THEN 500 ELSE 501 END FROM generate_series(1, 2500) AS i`,
    )
    await database.query(
      `INSERT INTO ${schema}.answers (client, key, digest, status, body, keep_until)
       SELECT '', 'k' || i, '', 200, '', CASE WHEN i = 1 THEN 500 ELSE 501 END FROM generate_series(1, 2) AS i`,
    )
    const removed: (string | null | undefined)[] = []
    const query: Query = async (...asked) => {
      const rows = await database.query(...asked)
      removed.push(rows[0]?.['count'])
      return rows
    }
    expect(await removeExpired({ ...database, query }, schema, 500)).toBe(2_301)
    expect(removed).toEqual(['1000', '1000', '300', '1'])
    const [left] = await database.query(
      `SELECT (SELECT count(*) FROM ${schema}.carts)::text AS carts, (SELECT count(*) FROM ${schema}.answers)::text AS answers`,
    )
    expect(left).toEqual({ carts: '200', answers: '1' })
    await database.close()
  })

  it('[CB-91] a store of an older version gets the options of its products', async () => {
    const { database, schema } = await emptySchema()
    await migrate(database, schema, commerceSteps)
    const selected_options = [{ name: 'Size', label: '42' }]
    const prices = [{ amount: 1, currency: 'USD' }]
    const many = Array.from({ length: 450 }, (_, index) => ({
      ...{ id: `p${index}`, title: 'Shoe', description: {} },
      variants: [{ id: `v${index}`, title: '', prices, selected_options }],
    }))
    await saveProducts(database, schema, many)
    await database.query(`DROP TABLE ${schema}.options`)
    await database.query(`DELETE FROM ${schema}.migrations WHERE step > 4`)
    await migrate(database, schema, commerceSteps)
    const options = [{ name: 'size', labels: ['42'] }]
    const found = await searchProducts(database, schema, { words: [], match: 'all', limit: 1, options })
    expect(found.total).toBe(450)
    await database.close()
  })

  /** Answers as they were before a key belonged to its client, whatever the operation. */
  async function unkey({ database, schema }: Tables): Promise<void> {
    await database.query(`ALTER TABLE ${schema}.answers DROP CONSTRAINT answers_key`)
    await database.query(`ALTER TABLE ${schema}.answers ADD COLUMN operation text NOT NULL DEFAULT 'createCart'`)
  }

  it('[CB-21] of two answers that an older version kept under one key the newer one stays', async () => {
    const { database, schema } = await emptySchema()
    await migrate(database, schema, commerceSteps)
    await unkey({ database, schema })
    const insert = (operation: string, key: string, until: number): Promise<unknown> =>
      database.query(
        `INSERT INTO ${schema}.answers (client, operation, key, digest, status, body, keep_until)
         VALUES ('c', '${operation}', '${key}', 'd', 200, '"${operation}"', ${until})`,
      )
    await insert('createCart', 'k', 1)
    await insert('updateCart', 'k', 2)
    await insert('cancelCart', 'k', 2)
    await insert('createCart', 'other', 1)
    await database.query(`DELETE FROM ${schema}.migrations WHERE step > 3`)
    await migrate(database, schema, commerceSteps)
    const rows = await database.query(`SELECT key, body FROM ${schema}.answers ORDER BY key`)
    expect(rows.map(({ key, body }) => [key, body])).toEqual([
      ['k', '"updateCart"'],
      ['other', '"createCart"'],
    ])
    await database.close()
  })

  it('is opened in this process by a folder', async () => {
    const store = await postgresStore({ folder: 'memory://' })
    await store.saveProducts(products)
    expect((await store.search({ words: [], match: 'all', limit: 1 })).total).toBe(products.length)
    await store.close()
  })

  it('[CB-52] does not wait for a server for ever, neither for a connection nor for a statement', async () => {
    const sockets = new Set<Socket>()
    let greets = false
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined))
      // AuthenticationOk and ReadyForQuery, and then nothing more.
      const greeting = Buffer.from('520000000800000000', 'hex')
      if (greets) socket.once('data', () => socket.write(Buffer.concat([greeting, Buffer.from('5a0000000549', 'hex')])))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `postgres://test@127.0.0.1:${(server.address() as AddressInfo).port}/test?sslmode=disable`
    await expect(postgresStore({ url, connectTimeout: 50 })).rejects.toThrow('timeout')
    greets = true
    const database = await openServer(url, { connections: 1, connectTimeout: 5000, queryTimeout: 50 })
    await expect(database.query('SELECT 1')).rejects.toThrow('timeout')
    await expect(database.transaction((query) => query('SELECT 1'))).rejects.toThrow('timeout')
    await database.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
})
