// A read that the host ends is no error: over real HTTP, through dispose(), and through a signal of the host's.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Source } from '../../src/entries/core.ts'
import { CS, lines, T, UC } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { waitUntil } from '../support/wait-until.ts'

/** A surface without its root, and half a line. */
const start = `${lines(CS('s'))}{"version":`

let server: Server
let address = ''
/** What the server is in the middle of sending. */
const open: ServerResponse[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/reset') response.write(start, () => response.destroy())
    else if (request.url === '/silent') return
    else response.write(start, () => void open.push(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** Resolves once the surface of the first line is there. */
async function begun({ runtime }: ReturnType<typeof record>): Promise<void> {
  await waitUntil(() => runtime.surface('s'))
}

const aborted = { complete: false, aborted: true, lines: 1 }

describe('a read that was aborted', () => {
  it.each<readonly [string, unknown]>([
    ['without a reason', undefined],
    ['with a reason of its own', new Error('the user pressed stop')],
  ])('[H-4] by the signal of its fetch, %s', async (_, reason) => {
    const recorder = record()
    const controller = new AbortController()
    const { signal } = controller
    const response = await fetch(address, { signal })
    const reading = recorder.runtime.read(response, reason === undefined ? {} : { signal })
    await begun(recorder)
    controller.abort(reason)
    expect(await reading).toEqual(aborted)
    expect(recorder.codes()).toEqual([])
    expect(recorder.runtime.surface('s')?.arrival.getSnapshot()).toBe('incomplete')
  })

  it('[H-4] before the answer came', async () => {
    const { runtime, codes } = record()
    const controller = new AbortController()
    const answer = fetch(`${address}/silent`, { signal: controller.signal })
    const reading = runtime.read(answer as unknown as Source)
    controller.abort()
    expect(await reading).toEqual({ ...aborted, lines: 0 })
    expect(codes()).toEqual([])
  })

  it('[H-4] by dispose, of an HTTP answer, which the server notices', async () => {
    const recorder = record()
    const reading = recorder.runtime.read(await fetch(address))
    await begun(recorder)
    const closed = new Promise((resolve) => open.at(-1)?.on('close', resolve))
    recorder.runtime.dispose()
    expect(await reading).toEqual(aborted)
    await closed
    expect(recorder.codes()).toEqual([])
  })

  it('[H-4] by the signal of read, of an HTTP answer, which the server notices', async () => {
    const recorder = record()
    const controller = new AbortController()
    const reading = recorder.runtime.read(await fetch(address), { signal: controller.signal })
    await begun(recorder)
    const closed = new Promise((resolve) => open.at(-1)?.on('close', resolve))
    controller.abort()
    expect(await reading).toEqual(aborted)
    await closed
    expect(recorder.codes()).toEqual([])
    recorder.send(UC('s', [T('root', 'the runtime goes on')]))
    expect(recorder.shown('s')).toBe('the runtime goes on')
  })

  it('[H-4] is another thing than a connection that broke', async () => {
    const { runtime, codes } = record()
    const response = await fetch(`${address}/reset`)
    expect(await runtime.read(response, { signal: new AbortController().signal })).toEqual({
      complete: false,
      aborted: false,
      lines: 2,
    })
    expect(codes()).toEqual(['STREAM_FAILED', 'STREAM_TRUNCATED', 'ROOT_MISSING'])
  })

  it('[H-4] is another thing than a time that ran out', async () => {
    const { runtime, codes } = record()
    const answer = fetch(`${address}/silent`, { signal: AbortSignal.timeout(20) })
    expect(await runtime.read(answer as unknown as Source)).toEqual({ complete: false, aborted: false, lines: 0 })
    expect(codes()).toEqual(['STREAM_FAILED'])
  })
})

describe('the signal of read', () => {
  it('[H-4] ends a source that gives nothing, and lets it clean up', async () => {
    const recorder = record()
    const controller = new AbortController()
    let returned = 0
    const source: AsyncIterable<string> = {
      [Symbol.asyncIterator]() {
        let given = false
        return {
          next: () => {
            if (given) return new Promise(() => undefined)
            given = true
            return Promise.resolve({ done: false, value: start })
          },
          return: () => {
            returned++
            return Promise.resolve({ done: true, value: undefined })
          },
        }
      },
    }
    const reading = recorder.runtime.read(source, { signal: controller.signal })
    await begun(recorder)
    controller.abort()
    expect(await reading).toEqual(aborted)
    expect([returned, recorder.codes()]).toEqual([1, []])
  })

  it('[H-4] ends a generator that sleeps, and nothing of it is taken afterwards', async () => {
    const recorder = record()
    const controller = new AbortController()
    let wake: () => void = () => undefined
    let ended = false
    async function* source(): AsyncGenerator<string> {
      try {
        yield start
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        yield `"v0.9"}\n${lines(CS('late'))}`
      } finally {
        ended = true
      }
    }
    const reading = recorder.runtime.read(source(), { signal: controller.signal })
    await begun(recorder)
    controller.abort()
    expect(await reading).toEqual(aborted)
    wake()
    await waitUntil(() => ended)
    expect([recorder.codes(), recorder.runtime.surface('late')]).toEqual([[], undefined])
  })

  it('[H-4] ends it in the middle of a chunk, before the next line', async () => {
    const controller = new AbortController()
    const recorder = record({ onError: () => controller.abort() })
    const result = await recorder.runtime.read([lines(CS('s'), 'bad', CS('late'))], { signal: controller.signal })
    expect(result).toEqual({ ...aborted, lines: 2 })
    expect([recorder.codes(), recorder.runtime.surface('late')]).toEqual([['JSON_SYNTAX'], undefined])
  })

  it('[H-4] that was aborted before takes nothing, and cancels the source', async () => {
    const { runtime, codes } = record()
    let cancelled = false
    const stream = new ReadableStream<string>({
      start: (controller) => controller.enqueue(lines(CS('s'))),
      cancel: () => {
        cancelled = true
      },
    })
    const result = await runtime.read(stream, { signal: AbortSignal.abort() })
    expect(result).toEqual({ ...aborted, lines: 0 })
    await waitUntil(() => !stream.locked)
    expect([cancelled, codes(), runtime.surface('s')]).toEqual([true, [], undefined])
  })

  it('[H-4] that is aborted after the end changes nothing, and keeps no listener', async () => {
    const { runtime } = record()
    const controller = new AbortController()
    const { signal } = controller
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    for (let time = 0; time < 3; time++)
      expect(await runtime.read([lines(CS(`s${time}`))], { signal })).toEqual({
        complete: true,
        aborted: false,
        lines: 1,
      })
    expect(added).toHaveBeenCalledTimes(3)
    expect(removed).toHaveBeenCalledTimes(3)
    controller.abort()
  })

  it('[H-4] read after dispose takes nothing and cancels the source', async () => {
    const { runtime } = record()
    let cancelled = false
    const stream = new ReadableStream<string>({
      cancel: () => {
        cancelled = true
      },
    })
    runtime.dispose()
    expect(await runtime.read(stream)).toEqual({ ...aborted, lines: 0 })
    await waitUntil(() => cancelled)
  })
})
