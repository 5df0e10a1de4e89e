import { expect } from 'vitest'
import { type ConnectOptions, connectAgent } from '../../../src/agent/client/agent.ts'
import { type Conversation, type ConversationOptions, connectSurfaces } from '../../../src/agent/client/conversation.ts'
import { root } from '../../../src/json/pointer.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { ComponentBinding } from '../../../src/surface/binding.ts'
import { CS, T, UC, UD } from '../../support/messages.ts'
import { type Recorder, record } from '../../support/recorder.ts'
import { type FakeAgent, type Handle, type Json, serve } from './fake-agent.ts'

export const base = 'https://a2ui.org/a2a-extension/a2ui/'
export const older = 'application/json+a2ui'
export const today = 'application/a2ui+json'
export const button = {
  id: 'root',
  component: 'Button',
  child: 'label',
  action: { event: { name: 'go', context: { n: { path: '/n' } } } },
}
export const opening: readonly JsonObject[] = [
  CS('s', { sendDataModel: true }),
  UC('s', [T('label', 'Go'), button]),
  UD('s', '/n', 1),
]
export const surface = (...data: unknown[]): Json => ({ data, mediaType: older })

export interface Setup extends Recorder {
  readonly fake: FakeAgent
  readonly conversation: Conversation
  /** The messages that the agent got. */
  readonly sent: () => readonly Json[]
  /** Presses the button of surface `s`. */
  readonly press: () => void
}

export async function setUp(
  handle: Handle,
  {
    version = 'v0.9',
    card = {},
    options = {},
    connecting = {},
  }: {
    version?: string
    card?: Json
    options?: ConversationOptions
    connecting?: ConnectOptions
  } = {},
): Promise<Setup> {
  const fake = await serve('HTTP+JSON', handle, { extensions: [{ uri: base + version }], ...card })
  const reconnect = { tries: 2, minDelay: 1, maxDelay: 2 }
  const agent = await connectAgent(fake.origin, { allowInsecureLoopback: true, reconnect, ...connecting })
  const recorder = record()
  const conversation = connectSurfaces(agent, recorder.runtime, options)
  const messages = (): readonly Json[] =>
    fake.exchanges.filter(({ params }) => 'message' in params).map(({ params }) => params['message'] as Json)
  const press = (): void => {
    const opened = recorder.runtime.surface('s') ?? expect.fail('There is no surface')
    new ComponentBinding(opened, 'root', root).act('action')
  }
  return { ...recorder, fake, conversation, sent: messages, press }
}

/** Answers every message with these events. */
export function events(...list: Json[]): Handle {
  return ({ stream }) => {
    const opened = stream()
    for (const event of list) opened.event(event)
    opened.end()
  }
}

export async function settled({ state }: Conversation, ...ends: string[]): Promise<void> {
  const wanted = ends.length > 0 ? ends : ['done', 'waiting', 'failed']
  await expect.poll(() => wanted.includes(state.getSnapshot()), { timeout: 30_000, interval: 5 }).toBe(true)
}

export const textsIn = ({ messages }: Conversation): unknown[] =>
  messages.getSnapshot().map(({ role, parts }) => [role, parts.map(({ text }) => text).join('|')])
