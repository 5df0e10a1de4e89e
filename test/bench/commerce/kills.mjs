// The process is killed (SIGKILL) at random moments while carts are made. Afterwards every acknowledged cart is there as
// it was acknowledged, every key that is sent again has one cart, and there is no cart that nobody knows of.
import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { createClient, order } from './client.mjs'
import { startServer } from './process.mjs'

export async function runKills(folder, profile, { kills }) {
  const failures = []
  /** Key → what was acknowledged, or undefined where the answer was lost. */
  const sent = new Map()
  let lost = 0
  for (let round = 0; round <= kills; round++) {
    const server = await startServer(folder, round === 0, true)
    const client = createClient(server.origin, profile, 8)
    const settled = new Set([...sent].filter(([, cart]) => cart?.checked).map(([key]) => key))
    await check(client, sent, settled, failures)
    if (round < kills) {
      const before = sent.size
      await writeUntilKilled(server, client, sent)
      lost += [...sent.values()].slice(before).filter((cart) => cart === undefined).length
    } else await server.stop()
    client.close()
  }
  const carts = await countCarts(folder)
  if (carts !== sent.size) failures.push(`${sent.size} keys were sent, and there are ${carts} carts`)
  return { kills, keys: sent.size, lost, failures }
}

/** Sends again what was sent, and looks at what was acknowledged. */
async function check(client, sent, settled, failures) {
  for (const [key, known] of sent) {
    if (settled.has(key)) continue
    const again = await client.call('POST', '/carts', order(), key)
    if (again.status !== 201) failures.push(`${key} is answered with ${again.status} ${again.text.slice(0, 100)}`)
    else if (known && again.text !== known.text) failures.push(`${key} was acknowledged and is another cart now`)
    const kept = await client.call('GET', `/carts/${again.json.id}`)
    if (kept.json.id !== again.json.id || kept.json.line_items?.length !== 1)
      failures.push(`the cart of ${key} is lost`)
    sent.set(key, { text: again.text, checked: true })
  }
}

async function writeUntilKilled(server, client, sent) {
  let alive = true
  const writers = Array.from({ length: 8 }, async () => {
    while (alive) {
      const key = randomUUID()
      sent.set(key, undefined)
      await client.call('POST', '/carts', order(), key).then(
        ({ text, status }) => status === 201 && sent.set(key, { text, checked: false }),
        () => undefined,
      )
    }
  })
  await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 250))
  await server.kill()
  alive = false
  await Promise.all(writers)
}

/** Straight from the folder, past the business. */
async function countCarts(folder) {
  const database = await PGlite.create(folder)
  const { rows } = await database.query('SELECT count(*)::int AS carts FROM commerce.carts')
  await database.close()
  return rows[0].carts
}
