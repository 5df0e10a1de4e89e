/** The answer to a streaming request → typed events. */
import { essenceOf, parseJson, readJson, refuseType } from './body.ts'
import { artifactMember, contentTypes, member, statusMember } from './dialect.ts'
import type { Envelope } from './envelope.ts'
import { AgentError } from './error.ts'
import { errorOfBody } from './read-error.ts'
import { membersAt, needTexts, readAnswer, readArtifact, readStatus } from './read-value.ts'
import { readSse, type SseOptions } from './sse.ts'
import type { StreamEvent } from './types.ts'
import { type Members, own } from './value.ts'

/** An event of a stream, or what is wrong with it. `units`: UTF-16 units; 0 where the limit of an answer holds. */
export type StreamItem =
  | { readonly event: StreamEvent; readonly id: number | undefined; readonly units: number; readonly error?: never }
  | { readonly error: AgentError; readonly event?: never; readonly id?: never }

/** The events that came with one chunk. */
export type StreamBatches = AsyncGenerator<readonly StreamItem[]>

export interface ReadEventsOptions extends SseOptions {
  /** Bytes of an answer that is no stream. */
  readonly bodyBytes: number
}

/**
 * The events of a good answer. An agent may answer with all that it has to say in one JSON value. An error that the
 * agent sends ends the stream, after the events before it.
 */
export async function readEvents(
  response: Response,
  envelope: Envelope,
  options: ReadEventsOptions,
): Promise<StreamBatches> {
  const type = essenceOf(response)
  if (type === contentTypes.stream) {
    const { body } = response
    return body ? readSse(body, options, (data, id) => itemOf(data, id, envelope)) : batch([])
  }
  if (type === '') return refuseType(response, 'none')
  const result = resultOf(await readJson(response, options.bodyBytes), envelope)
  return batch([{ event: readAnswer(result), id: undefined, units: 0 }])
}

async function* batch(items: readonly StreamItem[]): StreamBatches {
  yield items
}

function resultOf(value: unknown, envelope: Envelope): unknown {
  if (envelope.isError(value)) throw errorOfBody(value)
  return envelope.result(value)
}

/** An event with a fault of its own is an item like any other. */
function itemOf(data: string, id: number | undefined, envelope: Envelope): StreamItem | undefined {
  let value: unknown
  try {
    value = parseJson(data)
  } catch (error) {
    return faulty(error)
  }
  const result = resultOf(value, envelope)
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
