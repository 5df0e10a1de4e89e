// The evaluation with the recorded model, number by number, and with an endpoint over HTTP.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { evaluate, modelAt, recorded } from './evaluate.ts'

describe('the evaluation', () => {
  it('[MW-14] of the recorded model has the same numbers always', async () => {
    const played = await Promise.all([0, 1, 2].map((rounds) => evaluate(recorded, rounds)))
    expect(played.map(({ tasks, validAtOnce, validLater }) => [tasks, validAtOnce, validLater])).toEqual([
      [30, 8, 0],
      [30, 8, 20],
      [30, 8, 22],
    ])
    expect(played[2]?.faults).toEqual({
      CHILD_MISSING: 2,
      COMPONENT_UNKNOWN: 4,
      ENVELOPE_INVALID: 2,
      ENVELOPE_UNKNOWN_KIND: 2,
      ROOT_MISSING: 2,
      STREAM_TRUNCATED: 2,
      VALIDATION_FAILED: 14,
      VERSION_MISSING: 2,
    })
    expect(played.map(({ tokens }) => tokens)).toEqual([7447, 11_025, 11_344])
    for (const { longestReport } of played) expect(longestReport).toBeLessThanOrEqual(1_200)
  })

  it('[MW-14] asks an endpoint over HTTP, and sends it the report', async () => {
    const bodies: { messages: { role: string; content: string }[] }[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => (text += chunk))
      request.on('end', () => {
        bodies.push(JSON.parse(text))
        response.end(JSON.stringify({ choices: [{ message: { content: '{"version":"v0.9"}\n' } }] }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { validAtOnce, tasks } = await evaluate(modelAt(`http://127.0.0.1:${port}/v1`, 'm', 'Rules', 'k'), 1)
    server.close()
    expect([validAtOnce, tasks, bodies.length]).toEqual([0, 30, 60])
    expect(bodies[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(bodies[1]?.messages[3]?.content).toContain('holds no message')
  })
})
