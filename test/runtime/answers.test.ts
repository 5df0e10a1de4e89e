// What a host's `onEvent` returns of `fetch`: its status counts, and messages in it are read.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { CS, lines, T, UC } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const button = [
  CS('s'),
  UC('s', [{ id: 'root', component: 'Button', child: 'go', action: { event: { name: 'go' } } }, T('go', 'Go')]),
]
const booked = [CS('t'), UC('t', [T('root', 'booked')])]

type Answer = (response: ServerResponse) => void

const say =
  (type: string, text: string, status = 200): Answer =>
  (response) =>
    response.writeHead(status, type === '' ? {} : { 'Content-Type': type }).end(text)

/** Presses the button; the host sends the event to a server, and returns what `fetch` gives. */
async function pressed(answer: Answer, then: (response: Response) => unknown = (response) => response) {
  const server = createServer((_, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => new Promise((resolve) => server.close(resolve)))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const recorder: Recorder = record({
    onEvent: async (_, wire) => then(await fetch(address, { method: 'POST', body: JSON.stringify(wire) })),
  })
  recorder.send(...button)
  const failed = await recorder.runtime
    .surface('s')
    ?.emit('root', 'go', {})
    ?.then(
      () => false,
      () => true,
    )
  return { ...recorder, failed }
}

const sse = booked.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('')

describe('[H-10] the answer to an event', () => {
  it.each([
    ['JSON Lines', say('application/x-ndjson', lines(...booked))],
    ['JSON Lines without a type', say('', lines(...booked))],
    ['JSON Lines as text', say('text/plain', `\n${lines(...booked)}`)],
    ['JSON Lines in pieces', inPieces('application/jsonl', lines(...booked))],
    ['a list as JSON', say('application/json', JSON.stringify(booked, null, 2))],
    ['an object with a list as JSON', say('application/json; charset=utf-8', JSON.stringify({ messages: booked }))],
    ['server-sent events', say('text/event-stream', `${sse}data: [DONE]\n\n`)],
    ['server-sent events in pieces', inPieces('text/event-stream', `: ping\n\nevent: text\ndata: Hi\n\n${sse}`)],
  ])('is read where it is %s', async (_, answer) => {
    const { shown, codes, failed } = await pressed(answer)
    expect(shown('t')).toBe('booked')
    expect([codes(), failed]).toEqual([[], false])
  })

  it.each([
    ['nothing', say('', '', 204)],
    ['an empty body', say('application/json', '')],
    ['a page', say('text/html', '<p>ok</p>')],
    ['a word', say('text/plain', 'ok')],
    ['JSON of another interface', say('application/json', '{"ok":true,"id":[1,2]}')],
  ])('is the host’s where it is %s', async (_, answer) => {
    const { codes, failed } = await pressed(answer)
    expect([codes(), failed]).toEqual([[], false])
  })

  it('fails the action where its status is no success, and nothing of it is read', async () => {
    const { reports, failed, shown } = await pressed(say('application/x-ndjson', lines(...booked), 500))
    expect(failed).toBe(true)
    expect(reports.map(({ code, message }) => [code, message])).toEqual([
      ['ACTION_FAILED', 'The action "go" failed: the agent answered with HTTP 500'],
    ])
    expect(shown('t')).toBeUndefined()
  })

  it('is left alone where the host has read it, or hands on something else', async () => {
    const read = await pressed(say('application/json', JSON.stringify(booked)), async (response) => {
      await response.text()
      return response
    })
    const other = await pressed(say('application/json', JSON.stringify(booked)), (response) => response.json())
    expect([read, other].map(({ codes, shown, failed }) => [codes(), shown('t'), failed])).toEqual([
      [[], undefined, false],
      [[], undefined, false],
    ])
  })

  it('with a fault costs that alone, and one that breaks off is one report', async () => {
    const faulty = await pressed(say('application/x-ndjson', `${lines(...booked)}{"version":"v0.9"}\n`))
    expect([faulty.shown('t'), faulty.codes(), faulty.failed]).toEqual(['booked', ['ENVELOPE_NO_KIND'], false])
    const broken = await pressed((response) => {
      response.setHeader('Content-Type', 'application/x-ndjson')
      response.write(lines(...booked), () => response.destroy())
    })
    expect([broken.shown('t'), broken.codes()]).toEqual(['booked', ['STREAM_FAILED']])
  })
})

function inPieces(type: string, text: string): Answer {
  return async (response) => {
    response.setHeader('Content-Type', type)
    for (let at = 0; at < text.length; at += 40) {
      response.write(text.slice(at, at + 40))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    response.end()
  }
}
