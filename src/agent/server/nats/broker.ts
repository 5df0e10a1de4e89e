/** What the log needs of NATS: a stream with a subject for each task, two buckets of keys and values, and the server's clock. */
import {
  AckPolicy,
  DeliverPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type MsgRequest,
  type StoredMsg,
} from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import type { NatsConnection } from '@nats-io/transport-node'
import { digestOf } from '../../../shared/http/digest.ts'
import { piecesOf } from '../log/task-log.ts'

export interface BrokerOptions {
  /** First word of subjects, and of the names of the stream and the buckets. */
  readonly prefix: string
  readonly replicas: number
  /** Milliseconds that what is written is kept. */
  readonly maxAge: number
}

/** A text of a task that stands in the message itself, or in messages of its own. */
export type KeptText = { readonly text: string } | { readonly id: string; readonly count: number }

export interface Broker {
  readonly connection: NatsConnection
  /** Members, turns and receivers. */
  readonly state: KV
  /** Messages that came. */
  readonly messages: KV
  readonly subjectOf: (kind: 'task' | 'live' | 'piece' | 'turn', key: string) => string
  readonly changes: string
  /**
   * Adds to a subject whose latest message is still the one at `last` (0: there is none). Gives the place in the stream.
   * Undefined: another message has come.
   */
  readonly publish: (
    subject: string,
    payload: string,
    expected?: { readonly last: number },
  ) => Promise<number | undefined>
  readonly latest: (subject: string) => Promise<StoredMsg | undefined>
  /** Messages of the subject from a place in the stream on, until `take` gives false. */
  readonly readFrom: (
    subject: string,
    from: number,
    take: (message: PlacedMessage) => Promise<boolean>,
  ) => Promise<void>
  /** Takes the latest message of each subject that fits. */
  readonly latestOfEach: (subjects: string, take: (message: PlacedMessage) => Promise<void>) => Promise<void>
  /** The latest entry of each key of `state` that fits. One that was removed is an empty text. */
  readonly latestOfKeys: (keys: string) => Promise<readonly KeyEntry[]>
  /** Removes what stands under a key of `state` up to this revision: later entries stay. Nobody who watches hears of it. */
  readonly forgetKey: (key: string, revision: number) => Promise<void>
  /** Keeps a long text beside its message. `start`: the place of the first message that it needed; undefined where it needed none. */
  readonly keepText: (
    kind: 'piece' | 'turn',
    key: string,
    text: string,
    inline: number,
  ) => Promise<{ readonly kept: KeptText; readonly start: number | undefined }>
  /** Rejects with `MissingPiece`. */
  readonly textOf: (kind: 'piece' | 'turn', key: string, kept: KeptText) => Promise<string>
  /** Removes messages before the place in the stream; without a place, all. */
  readonly purge: (subject: string, before?: number) => Promise<void>
}

type PlacedMessage = Pick<StoredMsg, 'seq' | 'subject'> & { readonly payload: string }

export interface KeyEntry {
  readonly key: string
  readonly payload: string
  readonly revision: number
  readonly created: Date
}

/** UTF-16 units of a message: at most three bytes each, and a server takes 1 MiB. */
export const messageLength = 262_144

/** Messages that are asked for one by one before a consumer is made. */
const singles = 3
/** Messages of a consumer that are fetched at one time, and milliseconds that these may take. */
const messagesInOneGo = 5_000
const patience = 5_000

function placed(message: JsMsg): PlacedMessage {
  return { seq: message.seq, subject: message.subject, payload: message.string() }
}

export async function openBroker(
  connection: NatsConnection,
  { prefix, replicas, maxAge }: BrokerOptions,
): Promise<Broker> {
  const manager: JetStreamManager = await jetstreamManager(connection)
  const client: JetStreamClient = jetstream(connection)
  const stream = `${prefix}_tasks`
  const nanoseconds = (milliseconds: number): number => milliseconds * 1_000_000
  const config = {
    subjects: ['task', 'piece', 'turn'].map((kind) => `${prefix}.${kind}.>`),
    num_replicas: replicas,
    max_age: nanoseconds(maxAge),
    republish: { src: `${prefix}.task.>`, dest: `${prefix}.live.>` },
  }
  // The same in every process, so a stream that is there stays as it is, or gets the new age.
  await manager.streams.add({ name: stream, ...config }).catch(async (error: unknown) => {
    if (!(error instanceof JetStreamApiError)) throw error
    await manager.streams.update(stream, config)
  })
  const buckets = new Kvm(client)
  // Read from the leader: a replica could show what was before.
  const common = { history: 1, replicas, allow_direct: false }
  const state = await buckets.create(`${prefix}_state`, common)
  const stateStream = `KV_${prefix}_state`
  const keyPrefix = `$KV.${prefix}_state.`
  const messages = await buckets.create(`${prefix}_messages`, { ...common, ttl: Math.min(maxAge, 86_400_000) })
  const subjectOf: Broker['subjectOf'] = (kind, key) => `${prefix}.${kind}.${key}`

  async function publish(
    subject: string,
    payload: string,
    expected?: { readonly last: number },
  ): Promise<number | undefined> {
    try {
      const { seq } = await client.publish(subject, payload, {
        ...(expected && { expect: { lastSubjectSequence: expected.last } }),
      })
      return seq
    } catch (error) {
      if (isConflict(error)) return undefined
      throw error
    }
  }

  async function latest(subject: string): Promise<StoredMsg | undefined> {
    return (await manager.streams.getMessage(stream, { last_by_subj: subject })) ?? undefined
  }

  async function readFrom(
    subject: string,
    from: number,
    take: (message: PlacedMessage) => Promise<boolean>,
  ): Promise<void> {
    let next = Math.max(1, from)
    for (let count = 0; count < singles; count++) {
      // The server knows both members; the client's type names them for replicas only.
      const message = await manager.streams.getMessage(stream, { seq: next, next_by_subj: subject } as MsgRequest)
      if (!message || !(await take({ seq: message.seq, subject, payload: message.string() }))) return
      next = message.seq + 1
    }
    await consume(stream, subject, { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: next }, (message) =>
      take(placed(message)),
    )
  }

  /** Reads with a consumer of its own, which ends with it: those that lie idle cost the server memory. */
  async function consume(
    from: string,
    filter_subject: string,
    start: { readonly deliver_policy: DeliverPolicy; readonly opt_start_seq?: number },
    take: (message: JsMsg) => Promise<boolean>,
  ): Promise<void> {
    const { name, num_pending: waiting } = await manager.consumers.add(from, {
      ...{ ...start, filter_subject, name: crypto.randomUUID() },
      ...{ ack_policy: AckPolicy.None, mem_storage: true, num_replicas: 1, inactive_threshold: nanoseconds(30_000) },
    })
    try {
      if (waiting === 0) return
      const consumer = await client.consumers.get(from, name)
      for (let read = 0; read < waiting; ) {
        const end = Math.min(waiting, read + messagesInOneGo)
        for await (const message of await consumer.fetch({ max_messages: end - read, expires: patience })) {
          // A message was lost on the way: what follows it does not count.
          if (message.info.deliverySequence !== read + 1) break
          read++
          if (!(await take(message))) return
          if (read === end) break
        }
        if (read < end) throw new Error('The messages of the store did not come in time')
      }
    } finally {
      manager.consumers.delete(from, name).catch(() => undefined)
    }
  }

  return {
    ...{ connection, state, messages, subjectOf, publish, latest, readFrom },
    changes: `${prefix}.changes`,
    async latestOfEach(subjects, take) {
      await consume(stream, subjects, { deliver_policy: DeliverPolicy.LastPerSubject }, async (message) => {
        await take(placed(message))
        return true
      })
    },
    async latestOfKeys(keys) {
      const all: KeyEntry[] = []
      const filter = `${keyPrefix}${keys}`
      await consume(stateStream, filter, { deliver_policy: DeliverPolicy.LastPerSubject }, async (message) => {
        const { subject, seq: revision, time: created } = message
        all.push({ key: subject.slice(keyPrefix.length), payload: message.string(), revision, created })
        return true
      })
      return all
    },
    async forgetKey(key, revision) {
      await manager.streams.purge(stateStream, { filter: `${keyPrefix}${key}`, seq: revision + 1 })
    },
    async keepText(kind, key, text, inline) {
      if (text.length <= inline) return { kept: { text }, start: undefined }
      const id = crypto.randomUUID()
      const pieces = piecesOf(text, messageLength)
      const places = await Promise.all(
        pieces.map((piece, index) => publish(`${subjectOf(kind, key)}.${id}.${index}`, piece)),
      )
      return { kept: { id, count: pieces.length }, start: Math.min(...places.map((place) => place ?? 0)) }
    },
    async textOf(kind, key, kept) {
      if ('text' in kept) return kept.text
      const subjects = Array.from({ length: kept.count }, (_, index) => `${subjectOf(kind, key)}.${kept.id}.${index}`)
      const pieces = await Promise.all(subjects.map(latest))
      if (pieces.includes(undefined)) throw new MissingPiece()
      return pieces.map((piece) => piece?.string()).join('')
    },
    async purge(subject, before) {
      await manager.streams.purge(stream, { filter: subject, ...(before === undefined ? {} : { seq: before }) })
    },
  }
}

/** A text was replaced by a newer one while it was read. */
export class MissingPiece extends Error {
  override readonly name = 'MissingPiece'
  constructor() {
    super('A part of a stored text is not there')
  }
}

/** Somebody else has written to the subject or the key in between. */
export function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === wrongLastSequence
}

const wrongLastSequence = 10071

/** A text as one word of a subject. */
export async function wordOf(text: string): Promise<string> {
  return keyWord(await digestOf(text)).slice(0, 22)
}

/** A digest as one word of a key. */
export function keyWord(digest: string): string {
  return digest.replaceAll('+', '-').replaceAll('/', '_')
}
