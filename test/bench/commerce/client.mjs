// Requests of a platform, over connections that are kept.
import { Agent, request } from 'node:http'

/** @param profile Address of the platform's profile. */
export function createClient(origin, profile, connections = 64) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const base = new URL(`${origin}/commerce/rest`)

  /** Rejects where the connection fails. */
  function call(method, path, body, key) {
    const headers = { 'Commerce-Agent': `profile="${profile}"` }
    const text = body === undefined ? undefined : JSON.stringify(body)
    if (text !== undefined)
      Object.assign(headers, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    if (key !== undefined) headers['Idempotency-Key'] = key
    return new Promise((resolve, reject) => {
      const sent = request(base.href + path, { method, headers, agent }, (response) => {
        const parts = []
        response.on('data', (part) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const received = Buffer.concat(parts).toString()
          resolve({ status: response.statusCode, text: received, json: received ? JSON.parse(received) : undefined })
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
  }

  return { call, close: () => agent.destroy() }
}

export function order(variant = 'var-013-1', quantity = 1) {
  return { line_items: [{ item: { id: variant }, quantity }] }
}
