// Surfaces by server-sent events, over real HTTP.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { connectSse, type SseOptions } from '../../src/carriers/sse.ts'
import { root } from '../../src/json/pointer.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import { afterAMinute, holdTimers } from '../support/later.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { waitUntil } from '../support/wait-until.ts'

type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** Answers one request after the other; the last answer serves all further ones. */
async function serve(
  ...answers: readonly Answer[]
): Promise<{ address: string; asked: IncomingMessage[]; bodies: string[] }> {
  const asked: IncomingMessage[] = []
  const bodies: string[] = []
  const server: Server = createServer(async (request, response) => {
    asked.push(request)
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    answer?.(response, request, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked, bodies }
}

const event = (data: unknown, name = ''): string =>
  `${name && `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

function events(...texts: readonly string[]): Answer {
  return (response) => {
    response.setHeader('Content-Type', 'text/event-stream')
    response.end(texts.join(''))
  }
}

/** Writes and breaks off. */
function cut(...texts: readonly string[]): Answer {
  return (response) => {
    response.setHeader('Content-Type', 'text/event-stream')
    response.write(texts.join(''), () => response.destroy())
  }
}

const hello = [CS('s'), UC('s', [T('root', 'hello')])]

async function connected(answers: readonly Answer[], options?: SseOptions) {
  const recorder = record()
  const { address, ...server } = await serve(...answers)
  const connection = connectSse(address, recorder.runtime, { source: 'sse', ...options })
  ended.push(connection.stop)
  const settled = (state: string) => waitUntil(() => connection.state.getSnapshot() === state)
  return { ...recorder, ...server, address, connection, settled }
}

describe('connectSse', () => {
  it.each([
    ['a message each', hello.map((message) => event(message))],
    ['a list', [event(hello)]],
    ['named a2ui', [event(hello, 'a2ui')]],
    ['parts of the agent protocol', [event(hello.map((data) => ({ kind: 'data', data })))]],
    ['an object with a list', [event({ messages: hello })]],
    [
      'comments, CRLF and data over several lines',
      [': ping\r\n\r\n', event(JSON.stringify(hello, null, 1).replaceAll('\n', '\ndata: '))],
    ],
    ['done as data', [event(hello), event('[DONE]'), event('not read')]],
    ['done as an event', [event(hello), event('{}', 'done'), event('not read')]],
    ['done as an object', [event(hello), event({ type: 'done' })]],
  ])('[CA-1] draws %s', async (_, texts) => {
    const { shown, settled, codes } = await connected([events(...texts)])
    await settled('done')
    expect(shown('s')).toBe('hello')
    expect(codes()).toEqual([])
  })

  it('[CA-1] hands other events to the host, and the request is the host’s', async () => {
    const others: unknown[] = []
    const { settled, asked, bodies } = await connected(
      [events(event({ text: 'Two are free.' }, 'text'), event(hello))],
      {
        request: { method: 'POST', headers: { 'X-Host': 'yes' }, body: '{"ask":1}' },
        onOther: (other) => others.push(other),
      },
    )
    await settled('done')
    expect(others).toEqual([{ event: 'text', data: '{"text":"Two are free."}' }])
    expect(asked[0]?.headers).toMatchObject({ 'x-host': 'yes', accept: 'text/event-stream' })
    expect([asked[0]?.method, bodies[0]]).toEqual(['POST', '{"ask":1}'])
  })

  it('[CA-2] asks again after a break, and what the server repeats is applied once', async () => {
    const more = UC('s', [T('root', 'hello again')])
    const { runtime, shown, settled, codes } = await connected([
      cut(event(hello[0]), event(hello[1])),
      events(...[...hello, more].map((message) => event(message))),
    ])
    await waitUntil(() => runtime.surface('s'))
    const surface = runtime.surface('s')
    surface?.data.set('/name', 'Bo')
    await settled('done')
    expect(runtime.surface('s')).toBe(surface)
    expect(surface?.data.get('/name')).toBe('Bo')
    expect(shown('s')).toBe('hello again')
    expect(codes()).toEqual([])
  })

  it('[CA-2] a question that was posted is not asked again by itself', async () => {
    const { settled, asked, shown, codes, connection } = await connected([cut(event(hello)), events(event(hello))], {
      request: { method: 'POST', body: '{}' },
    })
    await settled('failed')
    expect([asked.length, codes(), shown('s')]).toEqual([1, ['STREAM_FAILED'], 'hello'])
    connection.retry()
    await settled('done')
    expect([asked.length, codes()]).toEqual([2, ['STREAM_FAILED']])
  })

  it('[CA-2] says where it was to a server that numbers its events, which goes on there', async () => {
    const { shown, settled, asked } = await connected([cut('id: 7\n', event(hello[0])), events(event(hello[1]))])
    await settled('done')
    expect(asked[1]?.headers['last-event-id']).toBe('7')
    expect(shown('s')).toBe('hello')
  })

  it('[CA-3] a refusal and an error of the server are one report, what was there stays, and retry asks again', async () => {
    const { shown, settled, codes, connection, asked } = await connected([
      events(event(hello), event('{"error":"out of luck"}', 'error')),
      (response) => response.writeHead(503).end(),
      events(event([...hello, UC('s', [T('root', 'better')])])),
    ])
    await settled('failed')
    expect([shown('s'), codes()]).toEqual(['hello', ['STREAM_FAILED']])
    connection.retry()
    await waitUntil(() => asked.length === 2)
    await settled('failed')
    expect([shown('s'), codes()]).toEqual(['hello', ['STREAM_FAILED', 'STREAM_FAILED']])
    connection.retry()
    await settled('done')
    expect([shown('s'), codes()]).toEqual(['better', ['STREAM_FAILED', 'STREAM_FAILED']])
  })

  it('[CA-3] data that are no JSON, and a faulty message, cost only themselves', async () => {
    const { shown, settled, reports } = await connected([
      events(event('{"version":'), event(hello[0]), event(UD('none', '/a', 1)), event(hello[1])),
    ])
    await settled('done')
    expect(shown('s')).toBe('hello')
    expect(reports.map(({ code, place }) => [code, place.line])).toEqual([
      ['JSON_SYNTAX', 1],
      ['SURFACE_NOT_FOUND', undefined],
      ['ROOT_MISSING', undefined],
    ])
  })

  it('[CA-3] bytes that are no UTF-8 end the attempt', async () => {
    const { settled, codes } = await connected([
      (response) => void response.setHeader('Content-Type', 'text/event-stream').end(Buffer.from([0x64, 0xff, 0x0a])),
      events(event(hello)),
    ])
    await settled('done')
    expect(codes()).toEqual([])
  })

  it('[CA-4] sends what the user did; the promise is pending until the server has answered', async () => {
    const {
      runtime,
      settled,
      bodies,
      events: told,
    } = await connected([
      events(
        event([
          CS('s'),
          UC('s', [{ id: 'root', component: 'Button', child: 't', action: { event: { name: 'go' } } }, T('t', 'Go')]),
        ]),
      ),
      (response) => response.writeHead(204).end(),
    ])
    await settled('done')
    const surface = runtime.surface('s')
    if (!surface) throw new Error('no surface')
    const button = new ComponentBinding(surface, 'root', root)
    button.attach({ notify: () => undefined })
    button.act('action')
    expect(button.getSnapshot().busy).toBe(true)
    await waitUntil(() => !button.getSnapshot().busy)
    expect(told.map(({ name }) => name)).toEqual(['go'])
    expect(JSON.parse(bodies[1] ?? '')).toMatchObject({ version: 'v0.9', action: { name: 'go', surfaceId: 's' } })
  })

  it.each<readonly [string, Answer]>([
    ['events', events(event(UC('s', [T('root', 'booked')])))],
    [
      'JSON',
      (response) =>
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify([UC('s', [T('root', 'booked')])])),
    ],
  ])('[CA-4] draws the answer to an action: %s', async (_, answer) => {
    const { runtime, settled, shown, codes } = await connected([events(event(hello)), answer])
    await settled('done')
    await runtime.surface('s')?.emit('root', 'go', {})
    expect([shown('s'), codes()]).toEqual(['booked', []])
  })

  it('[CA-4] a refused action is reported as failed', async () => {
    const { runtime, settled, codes } = await connected([
      events(event(hello)),
      (response) => response.writeHead(500).end(),
    ])
    await settled('done')
    await runtime
      .surface('s')
      ?.emit('root', 'go', {})
      ?.catch(() => undefined)
    expect(codes()).toEqual(['ACTION_FAILED'])
  })

  it('[CA-5] stop ends the request, its attempts and its listener', async () => {
    holdTimers()
    const { connection, asked, runtime, settled, codes } = await connected([cut(event(hello))])
    await waitUntil(() => runtime.surface('s'))
    // It waits to ask again.
    await settled('connecting')
    connection.stop()
    const count = asked.length
    await afterAMinute()
    expect(asked.length).toBe(count)
    expect(connection.state.getSnapshot()).toBe('done')
    connection.retry()
    expect(codes()).toEqual([])
  })

  it('[CA-1] takes the last event without the blank line behind it', async () => {
    const { settled, shown, codes } = await connected([events(event(hello[0]), event(hello[1]).trimEnd())])
    await settled('done')
    expect([shown('s'), codes()]).toEqual(['hello', []])
  })

  it('[CA-2] the answer to an action stays when the stream breaks and is repeated without it', async () => {
    let cutOff: () => void = () => undefined
    const later = UC('s', [T('root', 'later')])
    const { runtime, shown, codes, asked } = await connected([
      (response) => {
        response.setHeader('Content-Type', 'text/event-stream').write(event(hello))
        cutOff = () => response.write(event(later), () => response.destroy())
      },
      events(event([CS('answer'), UC('answer', [T('root', 'booked')])])),
      (response) => void response.setHeader('Content-Type', 'text/event-stream').write(event(hello) + event(later)),
    ])
    await waitUntil(() => runtime.surface('s'))
    await runtime.surface('s')?.emit('root', 'go', {})
    const answer = runtime.surface('answer')
    cutOff()
    await waitUntil(() => asked.length === 3)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(runtime.surface('answer')).toBe(answer)
    expect([shown('answer'), shown('s'), codes()]).toEqual(['booked', 'later', []])
  })

  it('[CA-5] after stop, the answer to an action that is under way is not drawn, nor a failure', async () => {
    let closed = false
    const { connection, runtime, codes, asked } = await connected([
      events(event(hello)),
      (response) => {
        response.setHeader('Content-Type', 'text/event-stream').write(': wait\n\n')
        response.on('close', () => {
          closed = true
        })
      },
    ])
    await waitUntil(() => runtime.surface('s'))
    const acted = runtime.surface('s')?.emit('root', 'go', {})
    await waitUntil(() => asked.length === 2)
    connection.stop()
    await acted
    await waitUntil(() => closed)
    expect(codes()).toEqual([])
  })
})
