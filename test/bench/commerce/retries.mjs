// Many requests with the same idempotency keys at once: each key makes one cart.
import { randomUUID } from 'node:crypto'
import { order } from './client.mjs'

/** Gives the faults: keys with several answers. */
export async function runRetries(client, { requests, perKey }) {
  const keys = Array.from({ length: requests / perKey }, () => randomUUID())
  const begun = performance.now()
  const sent = Array.from({ length: requests }, async (_, index) => {
    // A key's requests stand side by side, so that they meet.
    const key = keys[Math.floor(index / perKey)]
    const { status, text, json } = await client.call('POST', '/carts', order(), key)
    return { key, answer: `${status} ${text}`, made: status === 201, id: json?.id }
  })
  const answers = await Promise.all(sent)
  const byKey = Map.groupBy ? Map.groupBy(answers, ({ key }) => key) : grouped(answers)
  const failures = [...byKey].flatMap(([key, given]) => {
    const different = new Set(given.map(({ answer }) => answer)).size
    return different === 1 && given[0].made
      ? []
      : [`the key ${key} has ${different} answers, such as ${given[0].answer.slice(0, 100)}`]
  })
  const ids = new Set(answers.map(({ id }) => id))
  if (ids.size !== keys.length) failures.push(`${keys.length} keys made ${ids.size} carts`)
  return { requests, keys: keys.length, failures, taken: performance.now() - begun }
}

/** Node 20 has no Map.groupBy. */
function grouped(answers) {
  const groups = new Map()
  for (const answer of answers) groups.set(answer.key, [...(groups.get(answer.key) ?? []), answer])
  return groups
}
