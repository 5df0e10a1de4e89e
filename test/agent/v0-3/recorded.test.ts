// Recorded exchanges of real agents and clients of version 0.3: read as 1.0, written as 0.3 again, nothing is lost.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../src/agent/protocol/read-value.ts'
import type { StreamEvent } from '../../../src/agent/protocol/types.ts'
import { eventToV03 } from '../../../src/agent/server/v0-3/server.ts'

import { eventToV1, messageToV1, messageToV03, pushToV03 } from '../../../src/agent/v0-3/values.ts'
import { describeOutside } from '../../support/outside.ts'
import { oldChunk, oldMessage, oldStatus, oldTask, oldText } from './recordings.ts'

interface Recorded {
  readonly binding: string
  readonly operation: string
  readonly request: { readonly body: { readonly params?: { readonly message?: unknown } } | null }
  readonly response: { readonly body?: { readonly result?: unknown }; readonly sse?: readonly string[] }
}

function recordedIn(file: string): readonly Recorded[] {
  const rows: readonly Recorded[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return rows.filter(({ binding }) => binding === 'JSONRPC')
}

/** Tasks, messages and events of an exchange. */
function valuesOf({ response: { body, sse = [] } }: Recorded): readonly Record<string, unknown>[] {
  const events = sse.filter((line) => line.startsWith('data: ')).map((line) => JSON.parse(line.slice(6)))
  return [body, ...events].flatMap((one) => (one?.result?.kind ? [one.result] : []))
}

/** What the table of the translation loses or changes: the writing of a time, `final` and members that say nothing. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member) => {
    if (name === 'timestamp' && typeof member === 'string') return new Date(member).toISOString()
    const empty = Array.isArray(member) && member.length === 0 && (name === 'artifacts' || name === 'history')
    return empty || name === 'final' ? undefined : member
  })
}

function asEvent(value: unknown): StreamEvent {
  const { statusUpdate, artifactUpdate, ...answer } = eventToV1(value)
  if (statusUpdate) return { kind: 'status', ...statusUpdate } as StreamEvent
  return artifactUpdate ? ({ kind: 'artifact', ...artifactUpdate } as StreamEvent) : readAnswer(answer)
}

const own = [
  oldTask('input-required', { history: [oldMessage([oldText('When?')])], metadata: { a: 1 } }),
  oldTask('completed', { artifacts: [{ artifactId: 'a', name: 'A', parts: [oldText('x')], metadata: { b: 2 } }] }),
  oldMessage([
    { kind: 'file', file: { bytes: 'AA==', mimeType: 'image/png', name: 'a.png' } },
    { kind: 'file', file: { uri: 'https://files.example/a' }, metadata: { c: 3 } },
    { kind: 'data', data: { value: [1, 2] }, metadata: { data_part_compat: true } },
    { kind: 'data', data: { version: 'v0.9' }, metadata: { mimeType: 'application/json+a2ui' } },
  ]),
  oldStatus('auth-required', [oldText('Sign in')], { final: true }),
  oldStatus('rejected'),
  oldChunk('one', { lastChunk: true }),
]

describe('0.3 → 1.0 → 0.3', () => {
  it.each(own.map((value) => [value['kind'], value] as const))('[AV-5] a %s of our own is the same', (_, value) => {
    expect(eventToV03(asEvent(value)).map(plain)).toEqual([plain(value)])
  })

  it.each(['id', 'configId'])('[AV-5] a push configuration keeps its id, given as %s', (name) => {
    const url = 'https://hooks.example/1'
    expect(pushToV03({ url, [name]: 'c1' })).toEqual({ id: 'c1', url })
  })
})

describeOutside('corpus/agent-0.3/recordings.jsonl', 'recordings', (file) => {
  const rows = recordedIn(file)

  it('[AV-5] every recorded task, message and event is the same', () => {
    // Surfaces in artifacts are moved into messages on the way back.
    const isMoved = ({ artifact, artifacts }: Record<string, unknown>): boolean =>
      JSON.stringify([artifact, artifacts]).includes('a2ui')
    const values = rows.flatMap(valuesOf).filter((value) => !isMoved(value))
    expect(values.length).toBeGreaterThan(30)
    for (const value of values) expect(eventToV03(asEvent(value)).map(plain)).toEqual([plain(value)])
  })

  it('[AV-5] every recorded message of a client is the same', () => {
    const isSent = (message: unknown): message is { kind: string; parts: { kind?: string; data?: unknown }[] } =>
      typeof message === 'object' && message !== null && 'kind' in message && 'messageId' in message
    const sent = rows.map(({ request }) => request.body?.params?.message).filter(isSent)
    // Raw requests with members that 0.3 does not have were recorded too.
    const good = sent.filter(
      (message) => !('extra' in message) && message.parts.every(({ kind, data }) => kind && !Array.isArray(data)),
    )
    expect(good.length).toBeGreaterThan(10)
    for (const message of good) expect(messageToV03(messageToV1(message) as never)).toEqual(message)
  })
})
