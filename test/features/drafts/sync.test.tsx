// What a source is still writing: `runtime.sync`, the AI SDK's stream of a tool's input, AG-UI's events of a call's arguments.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpAgent } from '@ag-ui/client'
import { EventType } from '@ag-ui/core'
import { useChat } from '@ai-sdk/react'
import { act, render, waitFor } from '@testing-library/react'
import { createUIMessageStream, DefaultChatTransport, pipeUIMessageStreamToResponse } from 'ai'
import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { connectAgUi } from '../../../src/carriers/ag-ui.ts'
import { useSurfaceParts } from '../../../src/carriers/ai-sdk.ts'
import { SurfaceList } from '../../../src/entries/index.ts'
import { progressive } from '../../../src/entries/progressive.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { mount, texts } from '../../react/mount.tsx'
import { CS, T, UC, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { typing } from './typing.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ended.splice(0)) await end()
})

const column = { id: 'root', component: 'Column', children: ['a', 'b'] }
const update = UC('s', [column, T('a', 'one'), T('b', 'two')])

it.each<readonly [string, unknown]>([
  ['a message', update],
  ['a list', [update]],
  ['a list in an object', { title: 'x', messages: [CS('t'), update] }],
])('[DR-10] %s that a source is still writing is a draft, until the messages are there', async (_, written) => {
  const { container, runtime, reports } = typing('', { messages: [CS('s')] })
  const text = JSON.stringify(written)
  const end = text.indexOf(',{"id":"b"')
  const sync = async (messages: readonly unknown[], open?: string): Promise<void> => {
    await act(async () => {
      runtime.sync('k', messages, { open })
      await vi.advanceTimersByTimeAsync(100)
    })
  }
  await sync([], text.slice(0, 20))
  await sync([], text.slice(0, end))
  const [one] = container.querySelectorAll('.sf-text')
  expect([texts(container), runtime.surfaces.getSnapshot().length]).toEqual([['one'], 1])
  await sync([], text)
  expect(texts(container)).toEqual(['one', 'two'])
  await sync([update])
  expect([texts(container), container.querySelector('.sf-text'), reports]).toEqual([['one', 'two'], one, []])
  expect(runtime.surface('s')?.components.size).toBe(3)
})

const rootV08 = v08.C('root', 'Column', { children: { explicitList: ['a', 'b'] } })

it.each<readonly [string, readonly JsonObject[], readonly JsonObject[]]>([
  ['a surface that it begins', [CS('s'), UC('s', [column])], [CS('s'), UC('s', [T('a', 'one'), T('b', 'two')])]],
  ['v0.8, where the beginning comes last', [v08.SU('s', [rootV08]), v08.BR('s')], [v08.SU('s', [v08.T('a', 'one')])]],
])('[DR-10] of %s nothing is drawn in another answer with a surface of this id', async (_, first, written) => {
  const { container, runtime } = typing('', { messages: [] })
  await act(async () => {
    runtime.sync('one', first)
    runtime.sync('two', [], { open: JSON.stringify(written).slice(0, -3) })
    await vi.advanceTimersByTimeAsync(100)
  })
  expect([runtime.surfaces.getSnapshot().length, texts(container)]).toEqual([1, []])
})

it('[DR-10] what answers an event is drawn on the surface that the user acted on', async () => {
  const { container, runtime } = typing('', { messages: [] })
  await act(async () => {
    runtime.sync('one', [CS('s'), UC('s', [column])])
    runtime.sync('two', [CS('s'), UC('s', [{ ...column, children: [] }])])
    const open = JSON.stringify(UC('s', [T('a', 'one'), T('b', 'two')])).slice(0, -3)
    runtime.sync('reply', [], { open, answerTo: { surfaceId: 's', source: 'one' } })
    await vi.advanceTimersByTimeAsync(100)
  })
  expect(texts(container)).toEqual(['one', 'two'])
})

it('[DR-10] text that begins otherwise takes its draft along, and so does a source that is dropped', async () => {
  const { container, runtime } = typing('', { messages: [CS('s'), UC('s', [column])] })
  const open = async (text?: string): Promise<void> => {
    await act(async () => {
      runtime.sync('k', [], { open: text })
      await vi.advanceTimersByTimeAsync(100)
    })
  }
  const text = (...parts: readonly string[]): string =>
    JSON.stringify(
      UC(
        's',
        parts.map((part, index) => T(['a', 'b', 'c'][index] as string, part)),
      ),
    ).slice(0, -4)
  await open(text('one', 'two', ''))
  expect(texts(container)).toEqual(['one', 'two'])
  await open(text('other', ''))
  expect(texts(container)).toEqual(['other'])
  act(() => runtime.drop('k'))
  expect(texts(container)).toEqual([])
  await open(text('one', ''))
  await open()
  expect(texts(container)).toEqual([])
})

/** Waits long enough for a text to be looked at between the pieces that a server writes. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150))

async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const input = JSON.stringify({ messages: [update] })
const cut = input.indexOf(',{"id":"b"') + 20

it('[DR-10] a tool’s input of the AI SDK is seen before the call is complete', async () => {
  let go: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    go = resolve
  })
  const api = await serve(async (request, response) => {
    for await (const _ of request);
    const stream = createUIMessageStream({
      async execute({ writer }) {
        writer.write({ type: 'data-a2ui', data: CS('s') })
        writer.write({ type: 'tool-input-start', toolCallId: 'c', toolName: 'show' })
        for (const piece of input.slice(0, cut).match(/.{1,9}/gs) ?? [])
          writer.write({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: piece })
        await waiting
        writer.write({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: input.slice(cut) })
        writer.write({ type: 'tool-input-available', toolCallId: 'c', toolName: 'show', input: JSON.parse(input) })
        writer.write({ type: 'tool-output-available', toolCallId: 'c', output: JSON.parse(input) })
      },
    })
    pipeUIMessageStreamToResponse({ response, stream })
  })
  const { runtime, reports } = record({ progressive })
  function Chat() {
    const chat = useChat({ transport: new DefaultChatTransport({ api }) })
    useSurfaceParts(runtime, chat)
    const { sendMessage } = chat
    useEffect(() => void sendMessage({ text: 'Hi' }), [sendMessage])
    return <SurfaceList runtime={runtime} />
  }
  const { container } = render(<Chat />)
  await waitFor(() => expect(texts(container)).toEqual(['one']))
  const [one] = container.querySelectorAll('.sf-text')
  expect(runtime.surface('s')?.components.size).toBe(0)
  await act(async () => go())
  await waitFor(() => expect(runtime.surface('s')?.components.size).toBe(3))
  expect([texts(container), container.querySelector('.sf-text')]).toEqual([['one', 'two'], one])
  expect(reports).toEqual([])
})

it('[DR-10] the arguments of a call of AG-UI are seen before the call is complete', async () => {
  let go: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    go = resolve
  })
  const url = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { threadId, runId } = JSON.parse(body) as { threadId: string; runId: string }
    response.setHeader('Content-Type', 'text/event-stream')
    const write = (event: object): void => void response.write(`data: ${JSON.stringify(event)}\n\n`)
    write({ type: EventType.RUN_STARTED, threadId, runId })
    write({ type: EventType.CUSTOM, name: 'a2ui', value: CS('s') })
    write({ type: EventType.TOOL_CALL_START, toolCallId: 'c', toolCallName: 'show', parentMessageId: 'm' })
    for (const delta of input.slice(0, cut).match(/.{1,9}/gs) ?? [])
      write({ type: EventType.TOOL_CALL_ARGS, toolCallId: 'c', delta })
    await waiting
    write({ type: EventType.TOOL_CALL_ARGS, toolCallId: 'c', delta: input.slice(cut) })
    write({ type: EventType.TOOL_CALL_END, toolCallId: 'c' })
    write({ type: EventType.TOOL_CALL_RESULT, messageId: 'r', toolCallId: 'c', content: input, role: 'tool' })
    write({ type: EventType.RUN_FINISHED, threadId, runId })
    response.end()
  })
  const agent = new HttpAgent({ url })
  const { runtime, reports, container } = mount({ progressive })
  ended.push(connectAgUi(agent, runtime).stop)
  const running = agent.runAgent()
  await waitFor(() => expect(texts(container)).toEqual(['one']))
  const [one] = container.querySelectorAll('.sf-text')
  expect(runtime.surface('s')?.components.size).toBe(0)
  await act(async () => {
    go()
    await running
  })
  await act(pause)
  expect([texts(container), container.querySelector('.sf-text')]).toEqual([['one', 'two'], one])
  expect([runtime.surface('s')?.components.size, reports]).toEqual([3, []])
})
