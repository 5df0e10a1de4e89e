import { describe, expect, it } from 'vitest'
import type { Chunk, Source } from '../../src/entries/core.ts'
import { bytesOf } from '../support/cuts.ts'
import { CS, GOOD, lines, T, UC } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const text = lines(...GOOD)
const halves = [text.slice(0, 100), text.slice(100)]

function streamOf<C extends Chunk>(chunks: readonly C[]): ReadableStream<C> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function* slowly<C>(chunks: readonly C[]): AsyncGenerator<C> {
  for (const chunk of chunks) {
    await new Promise((resolve) => setImmediate(resolve))
    yield chunk
  }
}

/** Gives the chunks, then breaks off. */
async function* failing(chunks: readonly Chunk[], reason: unknown): AsyncGenerator<Chunk> {
  yield* chunks
  throw reason
}

describe('a source', () => {
  it.each<readonly [string, () => Source]>([
    ['a response', () => new Response(text)],
    ['a response that streams', () => new Response(streamOf(halves.map(bytesOf)))],
    ['a stream of bytes', () => streamOf(halves.map(bytesOf))],
    ['a stream of text', () => streamOf(halves)],
    ['an async generator of text', () => slowly(halves)],
    ['an async generator of bytes', () => slowly(halves.map(bytesOf))],
    ['an array of text', () => halves],
    ['an array of bytes', () => halves.map(bytesOf)],
    ['a set', () => new Set(halves)],
    ['a text', () => text],
    ['what has no newline at the end', () => [text.trimEnd()]],
  ])('[S-8] may be %s', async (_, source) => {
    const { runtime, codes, shown } = record()
    expect(await runtime.read(source())).toEqual({ complete: true, aborted: false, lines: 2 })
    expect(codes()).toEqual([])
    expect(shown('g')).toBe('witness')
  })

  it.each<readonly [string, () => Source]>([
    ['a response without a body', () => new Response(null)],
    ['an empty stream', () => streamOf([])],
    ['an empty array', () => []],
    ['an empty text', () => ''],
  ])('[S-8] may be empty: %s', async (_, source) => {
    const { runtime, codes } = record()
    expect(await runtime.read(source())).toEqual({ complete: true, aborted: false, lines: 0 })
    expect(codes()).toEqual([])
  })

  it.each<readonly [string, () => unknown, RegExp]>([
    ['throws', () => failing([text], new Error('the wire was cut')), /the wire was cut/],
    ['throws something that is no error', () => failing([text], 'gone'), /gone/],
    ['throws nothing at all', () => failing([text], undefined), /undefined/],
    ['gives a number', () => [text, 42], /^A chunk cannot be 42$/],
    ['gives null', () => [text, null], /^A chunk cannot be null$/],
    ['gives an array', () => [text, [1]], /^A chunk cannot be an array$/],
    ['gives an object', () => [text, {}], /^A chunk cannot be an object$/],
  ])('[S-8] that %s is reported, and what came before stays', async (_, source, reason) => {
    const { runtime, reports, shown } = record()
    expect(await runtime.read(source() as Source)).toEqual({ complete: false, aborted: false, lines: 2 })
    expect(reports).toMatchObject([
      { code: 'STREAM_FAILED', severity: 'error', message: expect.stringMatching(reason) },
    ])
    expect(shown('g')).toBe('witness')
  })

  it.each<readonly [string, () => unknown]>([
    ['an answer of HTTP 500', () => new Response(text, { status: 500 })],
    ['an answer of HTTP 404', () => new Response(null, { status: 404 })],
    ['a stream that somebody else reads', () => locked()],
    ['a response that was read already', () => used()],
    ['nothing', () => undefined],
    ['null', () => null],
    ['a number', () => 7],
    ['an object without chunks', () => ({})],
  ])('[S-8] that gives nothing is reported: %s', async (_, source) => {
    const { runtime, codes } = record()
    expect(await runtime.read(source() as Source)).toEqual({ complete: false, aborted: false, lines: 0 })
    expect(codes()).toEqual(['STREAM_FAILED'])
    expect(runtime.surfaces.getSnapshot()).toEqual([])
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['7', 7],
  ])('[S-8] that is none says what a source is: %s', async (word, source) => {
    const { runtime, reports } = record()
    await runtime.read(source as never)
    expect(reports[0]?.message).toBe(`A source cannot be ${word}`)
    expect(reports[0]?.hint).toBe('Pass a Response, a stream or an iterable.')
  })

  it('[S-8] keeps its error as the cause', async () => {
    const { runtime, reports } = record()
    const cause = new Error('reset')
    await runtime.read(failing([], cause))
    expect(reports[0]?.cause).toBe(cause)
  })

  it('[S-8] [S-4] that fails in the middle of a line has that line told too', async () => {
    const { runtime, reports } = record()
    const cut = JSON.stringify(UC('g', [T('root', 'changed')])).slice(0, -9)
    await runtime.read(failing([text, cut], new Error('reset')))
    expect(reports.map(({ code, place }) => [code, place.line])).toEqual([
      ['STREAM_FAILED', undefined],
      ['STREAM_TRUNCATED', 3],
    ])
  })
})

describe('a source that ends in the middle of a line', () => {
  it('[S-8] [S-4] is not complete', async () => {
    const { runtime, codes } = record()
    const cut = JSON.stringify(UC('g', [T('root', 'changed')])).slice(0, -9)
    expect(await runtime.read([text, cut])).toEqual({ complete: false, aborted: false, lines: 3 })
    expect(codes()).toEqual(['STREAM_TRUNCATED'])
  })
})

describe('a stream', () => {
  it('[S-8] is let go once it was read', async () => {
    const stream = streamOf([text])
    await record().runtime.read(stream)
    expect(stream.locked).toBe(false)
  })

  it('[S-8] is read no faster than it is used up', async () => {
    const waiting = 2
    let given = 0
    let ahead = 0
    const stream = new ReadableStream<string>(
      {
        pull(controller) {
          if (++given > 200) controller.close()
          else controller.enqueue(`bad line ${given}\n`)
        },
      },
      { highWaterMark: waiting },
    )
    const { runtime, reports } = record({
      onError: ({ place }) => {
        ahead = Math.max(ahead, given - (place.line ?? 0))
      },
    })
    await runtime.read(stream)
    expect(reports).toHaveLength(200)
    expect(ahead).toBeLessThanOrEqual(waiting + 1)
  })

  it('[S-8] is cancelled when the runtime is disposed of', async () => {
    let cancelled = false
    let given = 0
    const stream = new ReadableStream<string>({
      pull: (controller) => controller.enqueue(`bad line ${++given}\n`),
      cancel: () => {
        cancelled = true
      },
    })
    const recorder = record({ onError: ({ place }) => place.line === 3 && recorder.runtime.dispose() })
    const { complete } = await recorder.runtime.read(stream)
    expect([complete, cancelled, recorder.reports.length]).toEqual([false, true, 3])
  })
})

describe('a source that never answers', () => {
  const never = () => new Promise<never>(() => undefined)

  it.each<readonly [string, () => Source]>([
    ['an iterator', () => ({ [Symbol.asyncIterator]: () => ({ next: never }) })],
    [
      'an iterator that does not end either',
      () => ({ [Symbol.asyncIterator]: () => ({ next: never, return: never }) }),
    ],
    [
      'a generator',
      async function* generate() {
        yield lines(CS('s'))
        await never()
      },
    ],
    ['the promise of a response', () => never() as unknown as Source],
  ])('[S-8] %s holds up no read that dispose has ended', async (_, source) => {
    const { runtime, reports } = record()
    const reading = runtime.read(source())
    await new Promise((resolve) => setTimeout(resolve))
    runtime.dispose()
    expect(await reading).toMatchObject({ complete: false, aborted: true })
    expect(reports).toEqual([])
  })
})

describe('several sources', () => {
  it('[S-10] feed one runtime, each with its own line numbers and unfinished lines', async () => {
    const { runtime, reports, shown } = record()
    const one = [`${lines(CS('a'))}bad `, `line\n${lines(UC('a', [T('root', 'one')]))}`]
    const two = [`\n\n${lines(CS('b'))}`, 'bad too\n', JSON.stringify(UC('b', [T('root', 'two')]))]
    runtime.push('{"half":1')
    await Promise.all([runtime.read(slowly(one)), runtime.read(slowly(two))])
    runtime.push('}\n')
    expect([shown('a'), shown('b')]).toEqual(['one', 'two'])
    // What a stream leaves open when it ends is a warning; which of the two ends first is chance.
    const reported = reports.flatMap(({ code, severity, place }) =>
      severity === 'error' ? [`${code} ${place.line}`] : [],
    )
    expect(reported.toSorted()).toEqual(['ENVELOPE_UNKNOWN_KIND 1', 'JSON_SYNTAX 2', 'JSON_SYNTAX 4'])
  })

  it('[S-10] may follow one another: a reconnected stream counts from one', async () => {
    const { runtime, reports, shown } = record()
    await runtime.read([`\uFEFF${lines(CS('s'))}`, '{"version":"v0.9","updateComp'])
    await runtime.read([`\uFEFF${lines(UC('s', [T('root', 'whole')]))}`, 'bad'])
    expect(reports.map(({ code, place }) => [code, place.line])).toEqual([
      ['STREAM_TRUNCATED', 2],
      ['ROOT_MISSING', undefined],
      ['STREAM_TRUNCATED', 2],
    ])
    expect(shown('s')).toBe('whole')
  })
})

function locked(): ReadableStream<string> {
  const stream = streamOf([text])
  stream.getReader()
  return stream
}

function used(): Response {
  const response = new Response(text)
  response.body?.getReader()
  return response
}
