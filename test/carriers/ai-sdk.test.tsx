// Surfaces in a chat of the AI SDK: its own `useChat` in StrictMode, its own stream, over HTTP.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { useChat } from '@ai-sdk/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import {
  createUIMessageStream,
  DefaultChatTransport,
  pipeUIMessageStreamToResponse,
  type UIMessage,
  type UIMessageStreamWriter,
} from 'ai'
import { StrictMode } from 'react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SurfaceDataParts, surfaceDataParts, surfaceStream, useSurfaceParts } from '../../src/carriers/ai-sdk.ts'
import { SurfaceList } from '../../src/entries/index.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'

type ChatMessage = UIMessage<unknown, SurfaceDataParts>
type Answer = (writer: UIMessageStreamWriter<ChatMessage>, asked: readonly ChatMessage[]) => Promise<void> | void

let server: Server
let address = ''
let answer: Answer = () => undefined
const asked: (readonly ChatMessage[])[] = []

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const messages = (JSON.parse(body) as { messages: ChatMessage[] }).messages
    asked.push(messages)
    const stream = createUIMessageStream<ChatMessage>({
      execute: ({ writer }) => answer(writer, messages),
      onError: (error) => String(error),
    })
    pipeUIMessageStreamToResponse({ response, stream })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => void asked.splice(0))

const button = { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go' } } }
const hello = (id: string, text: string) => [CS(id), UC(id, [button, T('label', text)])]

interface ChatProps {
  readonly recorder: Recorder
  readonly history?: ChatMessage[]
}

function Chat({ recorder: { runtime }, history = [] }: ChatProps) {
  const transport = new DefaultChatTransport<ChatMessage>({ api: address })
  const chat = useChat<ChatMessage>({ messages: history, transport, dataPartSchemas: surfaceDataParts })
  useSurfaceParts(runtime, chat)
  return (
    <>
      {chat.messages.map(({ id, role }) => (
        <section key={id} aria-label={role}>
          <SurfaceList runtime={runtime} source={id} clickGuard={0} />
        </section>
      ))}
      <button type="button" onClick={() => void chat.sendMessage({ text: 'Hi' })}>
        Send
      </button>
      <button type="button" onClick={() => void chat.regenerate()}>
        Again
      </button>
      <button type="button" onClick={() => chat.setMessages([])}>
        Clear
      </button>
    </>
  )
}

function shown(history?: ChatMessage[]) {
  const recorder = record()
  const page = render(
    <StrictMode>
      <Chat recorder={recorder} {...(history && { history })} />
    </StrictMode>,
  )
  const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
  return { ...recorder, page, press }
}

describe('useSurfaceParts', () => {
  it('[CA-1] [CA-7] draws data parts that a server writes, in the message they came with', async () => {
    answer = (writer) => surfaceStream(writer)(hello('s', 'Book'))
    const { press, codes } = shown()
    press('Send')
    const inside = await screen.findByRole('button', { name: 'Book' })
    expect(inside.closest('section')?.getAttribute('aria-label')).toBe('assistant')
    expect(codes()).toEqual([])
  })

  it('[CA-2] [CA-7] a data part with an id that grows is applied as a change', async () => {
    let go: () => void = () => undefined
    answer = async (writer) => {
      writer.write({ type: 'data-a2ui', id: 'p', data: hello('s', 'Book') })
      await new Promise<void>((resolve) => {
        go = resolve
      })
      writer.write({
        type: 'data-a2ui',
        id: 'p',
        data: [CS('s'), UC('s', [button, T('label', 'Book'), T('more', 'x')])],
      })
    }
    const { press, runtime, codes } = shown()
    press('Send')
    const inside = await screen.findByRole('button', { name: 'Book' })
    act(() => go())
    await waitFor(() => expect(runtime.surface('s')?.components.size).toBe(3))
    expect(screen.getByRole('button', { name: 'Book' })).toBe(inside)
    expect(codes()).toEqual([])
  })

  it('[CA-4] [CA-7] sends an action as a part, and the control is busy until the answer is there', async () => {
    answer = (writer, messages) => {
      if (messages.length === 1) surfaceStream(writer)(hello('s', 'Book'))
    }
    const { press } = shown()
    press('Send')
    const inside = await screen.findByRole('button', { name: 'Book' })
    await waitFor(() => expect(asked).toHaveLength(1))
    act(() => inside.click())
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]?.at(-1)?.parts).toMatchObject([
      { type: 'data-a2uiAction', id: asked[1]?.at(-2)?.id, data: { action: { name: 'go' } } },
    ])
    await waitFor(() => expect(inside.getAttribute('aria-busy')).not.toBe('true'))
  })

  it('[CA-7] draws a history once, with outputs of tools, and no input of a tool', () => {
    const tool = (state: string, more: object) => ({ type: 'tool-show', toolCallId: state, state, ...more })
    const parts = [
      { type: 'text', text: 'Here' },
      tool('output-available', { input: {}, output: { messages: hello('s', 'One') } }),
      tool('output-available', { input: {}, output: JSON.stringify(hello('t', 'Two')) }),
      tool('output-available', { input: {}, output: { unrelated: true } }),
      tool('input-streaming', { input: hello('u', 'Three') }),
    ]
    const { runtime, codes } = shown([{ id: 'm1', role: 'assistant', parts } as ChatMessage])
    expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['s', 't'])
    expect(codes()).toEqual([])
  })

  it.each([
    ['messages', (list: unknown) => ({ messages: list })],
    ['a2ui', (list: unknown) => ({ found: 3, a2ui: list })],
    ['a2ui, as a text', (list: unknown) => ({ found: 3, a2ui: JSON.stringify(list) })],
    ['a2ui_operations', (list: unknown) => ({ a2ui_operations: list })],
    ['operations', (list: unknown) => ({ operations: list })],
    ['envelopes', (list: unknown) => ({ envelopes: list })],
    ['validated_a2ui_json', (list: unknown) => ({ validated_a2ui_json: list })],
  ])('[CA-1] draws the output of a tool that holds them under %s', (_, wrapped) => {
    const part = {
      type: 'tool-show',
      toolCallId: 'c',
      state: 'output-available',
      input: {},
      output: wrapped(hello('s', 'One')),
    }
    const { codes } = shown([{ id: 'm1', role: 'assistant', parts: [part] } as never])
    expect(screen.getByText('One')).toBeTruthy()
    expect(codes()).toEqual([])
  })

  it('[CA-1] an output that holds messages where none are read is told once, with the place and the names that are read', () => {
    const part = { type: 'tool-show', toolCallId: 'c', state: 'output-available', input: {} }
    const parts = [
      { ...part, output: { found: 3, 'cards/ui': [...hello('s', 'One')] } },
      { ...part, output: { log: [{ action: { surfaceId: 's', name: 'go' } }] } },
    ]
    const { reports, page, runtime } = shown([{ id: 'm1', role: 'assistant', parts } as never])
    page.rerender(<Chat recorder={{ runtime } as Recorder} />)
    expect(reports.map(({ code, severity, place }) => [code, severity, place.at])).toEqual([
      ['ENVELOPE_NO_KIND', 'warning', '/cards~1ui/0'],
    ])
    expect(reports[0]?.hint).toContain('validated_a2ui_json')
  })

  it('[CA-11] [CA-12] three answers with one surface id stay, and each press is sent once', async () => {
    answer = (writer, messages) => {
      if (messages.at(-1)?.parts.some(({ type }) => type === 'data-a2uiAction'))
        surfaceStream(writer)([UD('s1', '/pressed', true)])
      else surfaceStream(writer)(hello('s1', `Book ${messages.length}`))
    }
    const { press, runtime, codes } = shown()
    for (const name of ['Book 1', 'Book 3', 'Book 5']) {
      press('Send')
      await screen.findByRole('button', { name })
    }
    await waitFor(() => expect(asked).toHaveLength(3))
    for (const [index, name] of ['Book 3', 'Book 1', 'Book 5'].entries()) {
      act(() => screen.getByRole('button', { name }).click())
      await waitFor(() => expect(asked).toHaveLength(4 + index))
      await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).not.toBe('true'))
    }
    expect(runtime.surfaces.getSnapshot().map(({ data }) => data.get('/pressed'))).toEqual([true, true, true])
    expect([asked.length, codes()]).toEqual([6, []])
  })

  it('[CA-13] a second press waits for the answer to the first, and each answer changes what was pressed', async () => {
    const waiting: (() => void)[] = []
    answer = async (writer, messages) => {
      const isPress = messages.at(-1)?.parts.some(({ type }) => type === 'data-a2uiAction')
      if (!isPress) return surfaceStream(writer)(hello('s1', `Book ${messages.length}`))
      const count = waiting.length + 1
      await new Promise<void>((resolve) => waiting.push(resolve))
      surfaceStream(writer)([UD('s1', '/pressed', count)])
    }
    const { press, runtime, codes } = shown()
    for (const name of ['Book 1', 'Book 3']) {
      press('Send')
      await screen.findByRole('button', { name })
    }
    const busy = () =>
      ['Book 1', 'Book 3'].map((name) => screen.getByRole('button', { name }).getAttribute('aria-busy') === 'true')
    await waitFor(() => expect(asked).toHaveLength(2))
    for (const name of ['Book 1', 'Book 3']) act(() => screen.getByRole('button', { name }).click())
    await waitFor(() => expect(waiting).toHaveLength(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 60)))
    expect([asked.length, busy()]).toEqual([3, [true, true]])
    await act(async () => waiting[0]?.())
    await waitFor(() => expect(waiting).toHaveLength(2))
    await act(async () => waiting[1]?.())
    await waitFor(() => expect(busy()).toEqual([false, false]))
    expect(runtime.surfaces.getSnapshot().map(({ data }) => data.get('/pressed'))).toEqual([1, 2])
    expect([asked.length, codes()]).toEqual([4, []])
  })

  it('[CA-13] a chat that is restored shows what a press was answered where it was pressed', async () => {
    const say = (id: string, role: string, parts: readonly unknown[]) => ({ id, role, parts }) as ChatMessage
    const a2ui = (data: unknown) => ({ type: 'data-a2ui', data })
    const { runtime, codes } = shown([
      say('1', 'assistant', [a2ui(hello('s1', 'one'))]),
      say('2', 'assistant', [a2ui(hello('s1', 'two'))]),
      say('3', 'user', [{ type: 'data-a2uiAction', id: '1', data: { action: { surfaceId: 's1', name: 'go' } } }]),
      say('4', 'assistant', [a2ui(UD('s1', '/pressed', true))]),
      say('5', 'user', [{ type: 'text', text: 'Go on' }]),
      say('6', 'assistant', [a2ui(UD('s1', '/asked', true))]),
    ])
    const data = (source: string) => runtime.surface('s1', source)?.data.get('')
    expect([data('1'), data('2')]).toEqual([{ pressed: true }, { asked: true }])
    expect(codes()).toEqual([])
  })

  it('[CA-7] an answer that is written again, and one that is gone, take their surfaces along', async () => {
    let count = 0
    answer = (writer) => surfaceStream(writer)(hello(`s${++count}`, `Book ${count}`))
    const { press, runtime } = shown()
    press('Send')
    await screen.findByRole('button', { name: 'Book 1' })
    press('Again')
    await screen.findByRole('button', { name: 'Book 2' })
    expect(screen.queryByRole('button', { name: 'Book 1' })).toBeNull()
    press('Clear')
    await waitFor(() => expect(runtime.surfaces.getSnapshot()).toEqual([]))
  })

  it('[CA-3] a stream that breaks off leaves what was there; a faulty part is one report', async () => {
    answer = (writer) => {
      surfaceStream(writer)([...hello('s', 'Book'), UC('s', [{ id: 'x', component: 'Text' }])])
      throw new Error('out of luck')
    }
    const { press, codes } = shown()
    press('Send')
    await screen.findByRole('button', { name: 'Book' })
    await waitFor(() => expect(codes()).toEqual(['VALIDATION_FAILED']))
    expect(screen.getByRole('button', { name: 'Book' })).toBeDefined()
  })

  it('[CA-10] a part that is missing is reported when the answer is whole, once, and not before', async () => {
    let go: () => void = () => undefined
    answer = async (writer, messages) => {
      if (messages.length > 1) return
      surfaceStream(writer)([CS('s'), UC('s', [button])])
      await new Promise<void>((resolve) => {
        go = resolve
      })
    }
    const { press, runtime, reports, codes } = shown()
    press('Send')
    await waitFor(() => expect(runtime.surface('s')?.components.size).toBe(1))
    expect(codes()).toEqual([])
    act(() => go())
    await waitFor(() => expect(codes()).toEqual(['CHILD_MISSING']))
    expect(reports[0]?.message).toContain('label')
    press('Send')
    await waitFor(() => expect(asked).toHaveLength(2))
    // Not within `act`, which draws nothing before it ends: an event waits until the end of the answer before it is drawn.
    const sent = runtime.surface('s')?.emit('root', 'go', {})
    await waitFor(() => expect(asked).toHaveLength(3))
    await sent
    expect(codes()).toEqual(['CHILD_MISSING'])
  })

  it('[CA-4] an action whose request fails is reported as failed, and the next one is not', async () => {
    answer = (writer, messages) => {
      if (messages.length === 1) surfaceStream(writer)(hello('s', 'Book'))
      else if (asked.length === 2) throw new Error('out of luck')
    }
    const { press, codes, runtime } = shown()
    press('Send')
    const inside = await screen.findByRole('button', { name: 'Book' })
    act(() => inside.click())
    await waitFor(() => expect(codes()).toEqual(['ACTION_FAILED']))
    const sent = runtime.surface('s')?.emit('root', 'go', {})
    await waitFor(() => expect(asked).toHaveLength(3))
    await sent
    expect(codes()).toEqual(['ACTION_FAILED'])
  })
})
