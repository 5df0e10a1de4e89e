// Mixed traffic at a fixed rate. Requests start when their time has come, whether or not others are answered; latency
// counts from that time, so a stall shows in every request that it delays.
import { randomUUID } from 'node:crypto'
import { order } from './client.mjs'

/** Of a hundred requests. Updates and cancellations take a cart that no other request has. */
const mix = { search: 30, lookup: 15, create: 20, get: 20, update: 12, cancel: 3 }

const queries = ['running shoes', 'jacket', 'something for rain', 'soft', 'lamp', 'socks merino', 'boot']

export async function runLoad(client, { rate, seconds }) {
  const carts = []
  for (let made = 0; made < 20; made++) carts.push(await create(client))
  const kinds = Object.entries(mix).flatMap(([kind, share]) => Array(share).fill(kind))
  const latencies = []
  const failures = []
  const running = []
  const begun = performance.now()
  for (let index = 0; index < rate * seconds; index++) {
    const due = begun + (index * 1000) / rate
    const wait = due - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    // 37 is prime to 100: the kinds come in one order, well mixed.
    const kind = kinds[(index * 37) % kinds.length]
    const sent = send(kind, index, client, carts)
      .catch((error) => failures.push(`${kind}: ${error.message}`))
      .then(() => latencies.push(performance.now() - due))
    running.push(sent)
  }
  await Promise.all(running)
  return {
    requests: latencies.length,
    failures,
    latencies: latencies.sort((a, b) => a - b),
    taken: performance.now() - begun,
  }
}

async function send(kind, index, client, carts) {
  if (kind === 'search') {
    const request = { query: queries[index % queries.length], filters: { price: { max: 15_000 } } }
    return expectStatus(200, await client.call('POST', '/catalog/search', request))
  }
  if (kind === 'lookup') {
    const ids = ['prod-001', 'var-013-1', 'rain-jacket', 'unknown']
    return expectStatus(200, await client.call('POST', '/catalog/lookup', { ids }))
  }
  if (kind === 'create') return carts.push(await create(client))
  if (kind === 'get') return expectCart(await client.call('GET', `/carts/${carts[index % carts.length]}`))
  const id = carts.shift()
  const change =
    kind === 'update' ? ['PUT', `/carts/${id}`, order('var-016-1', 2)] : ['POST', `/carts/${id}/cancel`, {}]
  expectCart(await client.call(...change, randomUUID()))
  if (kind === 'update') carts.push(id)
}

async function create(client) {
  const answer = await client.call('POST', '/carts', order(), randomUUID())
  expectStatus(201, answer)
  return answer.json.id
}

function expectStatus(status, answer) {
  if (answer.status !== status) throw new Error(`status ${answer.status}: ${answer.text.slice(0, 200)}`)
}

/** A cart that was cancelled by the request before is an answer too. */
function expectCart(answer) {
  expectStatus(200, answer)
  const [message] = answer.json.messages ?? []
  if (answer.json.commerce.status === 'error' && message?.code !== 'not_found')
    throw new Error(answer.text.slice(0, 200))
}
