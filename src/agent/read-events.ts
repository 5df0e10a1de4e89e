/** The events of a streamed answer: server-sent texts → typed events. */
import { parseJson } from './body.ts'
import { artifactMember, member, statusMember } from './dialect.ts'
import { AgentError } from './error.ts'
import { errorOfBody } from './read-error.ts'
import { membersAt, needTexts, readAnswer, readArtifact, readStatus } from './read-value.ts'
import { readSse, type SseOptions } from './sse.ts'
import type { Envelope, StreamBatches, StreamItem } from './transport.ts'
import type { StreamEvent } from './types.ts'
import { type Members, own } from './value.ts'

/** An error that the agent sends ends the stream, after the events before it. */
export function readEvents(body: ReadableStream<Uint8Array>, options: SseOptions, envelope: Envelope): StreamBatches {
  return readSse(body, options, (data, id) => itemOf(data, id, envelope))
}

/** An event with a fault of its own is an item like any other. */
function itemOf(data: string, id: number | undefined, envelope: Envelope): StreamItem | undefined {
  let value: unknown
  try {
    value = parseJson(data)
  } catch (error) {
    return faulty(error)
  }
  if (envelope.isError(value)) throw errorOfBody(value)
  const result = envelope.result(value)
  try {
    const event = readStreamEvent(result)
    return event && { event, id, units: data.length }
  } catch (error) {
    return faulty(error)
  }
}

function faulty(error: unknown): StreamItem {
  if (error instanceof AgentError) return { error }
  throw error
}

/** One event of a stream, or `undefined` for a kind that this version does not know. */
function readStreamEvent(value: unknown): StreamEvent | undefined {
  const event = membersAt(value, '')
  const status = member(event, statusMember)
  if (status !== undefined) return readStatusEvent(membersAt(status, '/status'))
  const artifact = member(event, artifactMember)
  if (artifact !== undefined) return readArtifactEvent(membersAt(artifact, '/artifact'))
  const answer = own(event, 'task') ?? own(event, 'message') ?? own(event, 'status') ?? own(event, 'parts')
  return answer === undefined ? undefined : readAnswer(event)
}

function readStatusEvent(value: Members): StreamEvent {
  needTexts(value, ['taskId'], '/status')
  readStatus(value['status'], '/status/status')
  return withKind(value, 'status')
}

function readArtifactEvent(value: Members): StreamEvent {
  needTexts(value, ['taskId'], '/artifact')
  readArtifact(value['artifact'], '/artifact/artifact')
  return withKind(value, 'artifact')
}

/** The value was parsed for this event alone, so it is changed: a copy of each event costs a tenth of the whole way. */
function withKind(value: Members, kind: 'status' | 'artifact'): StreamEvent {
  return Object.assign(value, { kind }) as unknown as StreamEvent
}
