// The reader of server-sent events: the same events as the well-known parser finds, wherever the bytes are cut, and no
// cost for what is no event.
import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSse } from '../../../src/agent/client/read-events.ts'
import { seedOf, sized } from '../../support/soak.ts'

type Found = readonly [data: string, id: number | undefined]

async function read(chunks: readonly Uint8Array[], eventBytes = 4_194_304): Promise<Found[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const found: Found[] = []
  const events = readSse(body, { eventBytes, idleTimeout: 0 }, (data, id): Found => [data, id])
  for await (const batch of events) found.push(...batch)
  return found
}

function wellKnown(text: string): Found[] {
  const found: Found[] = []
  const { feed } = createParser({
    onEvent({ data, id }) {
      if (data !== '') found.push([data, id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined])
    },
  })
  feed(text)
  return found
}

function cut(text: string, sizes: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  const chunks: Uint8Array[] = []
  let at = 0
  for (const size of sizes) {
    chunks.push(bytes.slice(at, at + size))
    at += size
  }
  return [...chunks, bytes.slice(at)]
}

it('[AC-5] events are those of the standard, wherever they are cut', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      '',
      '',
      'data',
      'data:',
      'data: ',
      'data:x',
      'data: {"a":1}',
      'data: ä €',
      'data:  two',
      'dat',
      'database: x',
    ),
    fc.constantFrom(
      'id: 7',
      'id:8',
      'id',
      'id: x',
      'identity: 9',
      'i',
      ': ping',
      'event: error',
      'retry: 5',
      'x: y',
      'd',
    ),
  )
  const end = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')
  const lines = fc.array(fc.tuple(line, end), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(lines, fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }), async (parts, sizes) => {
      const text = `${parts.flat().join('')}data: last\n\n`
      expect(await read(cut(text, sizes))).toEqual(wellKnown(text))
    }),
    { numRuns: sized(100, 10_000, 500), ...seedOf(7) },
  )
})

it('[AC-12] an event, or a line that does not end, has a limit', async () => {
  const long = `data: ${'x'.repeat(200)}`
  await expect(read(cut(`${long}\n\n`, []), 100)).rejects.toMatchObject({ code: 'LIMIT_BYTES' })
  await expect(read(cut(long, [50, 50, 50]), 100)).rejects.toMatchObject({ code: 'LIMIT_BYTES' })
  await expect(read(cut(`${`data: ${'x'.repeat(60)}\n`.repeat(2)}`, []), 100)).rejects.toMatchObject({
    code: 'LIMIT_BYTES',
  })
})

it('[AC-12] lines that are no events cost about what comments cost', async () => {
  const cost = async (unit: string): Promise<number> => {
    const text = unit.repeat(200_000)
    const chunks = cut(text, Array<number>(text.length >> 14).fill(1 << 14))
    await read(chunks)
    const begin = process.cpuUsage()
    await read(chunks)
    const { user, system } = process.cpuUsage(begin)
    return user + system
  }
  const comments = await cost(': y\n')
  // It was 300 times as much when each such line made an error object.
  expect(await cost('x: y\n')).toBeLessThan(20 * Math.max(comments, 1_000))
})
