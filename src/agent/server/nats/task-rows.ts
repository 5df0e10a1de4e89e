/** The messages of one task's subject: each has the events of one write, and the task's row as they leave it. */
import type { Task } from '../../protocol/types.ts'
import type { StoredEvent } from '../log/task-log.ts'
import type { StoredPushConfig } from '../task-store.ts'
import { type Broker, type KeptText, messageLength } from './broker.ts'

/** What is known of a task without its log. */
export interface TaskRow {
  readonly owner: string
  readonly id: string
  readonly caller?: string | undefined
  /** The task without artifacts and history. */
  readonly head: Task
  readonly bytes: number
  readonly seq: number
  readonly fence: number
  readonly holder?: string | undefined
  /** What the turn that is under way began with. */
  readonly turn?: KeptText | undefined
  readonly settled: boolean
  readonly pushConfigs: readonly StoredPushConfig[]
  /** The task as it was at a place of its log. Absent: the first message has it. */
  readonly snapshot?: Snapshot
  /** A snapshot, before which messages go once it is old enough. */
  readonly trim?: Pick<Snapshot, 'start' | 'at'> | undefined
}

export interface Snapshot {
  readonly seq: number
  readonly kept: KeptText
  /** No message before this place in the stream is needed to read the task. */
  readonly start: number
  /** When it was written, in milliseconds since 1970. */
  readonly at: number
}

/** What a message of a task's subject holds. `row` null: a task that is never made. */
export interface TaskMessage {
  readonly row: TaskRow | null
  readonly events: readonly Pick<StoredEvent, 'seq' | 'at' | 'event'>[]
  /** The task before its first event. */
  readonly first?: Task
}

export interface PlacedRow {
  readonly row: TaskRow
  /** The place of the task's latest message in the stream. */
  readonly place: number
}

/** A message that is too long for the server stands in pieces: it names them. */
interface LongMessage {
  readonly long: KeptText
}

/** `events`: their JSON, which needs no second writing. */
export function messageText(
  row: TaskRow,
  events: readonly Pick<StoredEvent, 'seq' | 'at' | 'body'>[],
  first?: Task,
): string {
  const texts = events.map(({ seq, at, body }) => `{"seq":${seq},"at":${JSON.stringify(at)},"event":${body}}`)
  return `{"row":${JSON.stringify(row)},"events":[${texts.join()}]${first ? `,"first":${JSON.stringify(first)}` : ''}}`
}

/** The text that goes to the subject. */
export async function payloadOf(broker: Broker, key: string, text: string): Promise<string> {
  if (text.length <= messageLength) return text
  const { kept } = await broker.keepText('piece', key, text, 0)
  return JSON.stringify({ long: kept } satisfies LongMessage)
}

export async function readMessage(broker: Broker, key: string, payload: string): Promise<TaskMessage> {
  const read: TaskMessage | LongMessage = JSON.parse(payload)
  return 'long' in read ? JSON.parse(await broker.textOf('piece', key, read.long)) : read
}
