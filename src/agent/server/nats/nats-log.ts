/**
 * The log of tasks on NATS JetStream: a subject for each task. The latest message of a subject has the task's row, and a write says
 * which message it follows, so of two writers one is refused.
 */
import type { Task } from '../../protocol/types.ts'
import {
  applyEvent,
  type Hear,
  headOf,
  isSettled,
  type Leases,
  type LoadedTask,
  type OrphanedTask,
  type Place,
  type ReadFrom,
  type StoredEvent,
  type TaskLog,
  type TaskWrite,
} from '../log/task-log.ts'
import { type StoredTask, searchTasks, type TaskQuery, type TaskQueryResult } from '../task-store.ts'
import { type Broker, MissingPiece, wordOf } from './broker.ts'
import { createMembers, type Marked } from './members.ts'
import { createMessageClaims } from './message-claims.ts'
import { createPushCursors } from './push-cursors.ts'
import { messageText, type PlacedRow, payloadOf, readMessage, type Snapshot, type TaskRow } from './task-rows.ts'

/** UTF-16 units of a turn that stands in the row itself. */
const shortTurn = 2_048
/** Milliseconds that events in front of a snapshot are kept for readers at least. */
const keepEvents = 3_600_000
/** Milliseconds after which a row that this process has written is read again: another process may have written since. */
const lookInterval = 5_000
/** Tasks that are taken over at one time. */
const step = 50
/** Places of logs, and rows, that are remembered. */
const maxRemembered = 10_000

/** `maxAge`: milliseconds that the stream keeps a message. */
export async function createNatsLog(broker: Broker, maxAge: number): Promise<TaskLog> {
  const { connection, subjectOf } = broker
  const members = createMembers(broker)
  const claims = createMessageClaims(broker, members, seal)
  /** Rows of tasks that this process writes, and when they were last known to be so. */
  const rows = new Map<string, PlacedRow & { readonly at: number }>()
  /** Key → a place of the log, and the message that has it. */
  const places = new Map<string, { readonly seq: number; readonly place: number }>()
  /** Keys of tasks that this process writes at this moment, and how many writes. */
  const writing = new Map<string, number>()
  const hearers = new Set<Hear>()
  let connectedAt = Number.NEGATIVE_INFINITY
  const losers = new Set<() => void>()
  void watchConnection()
  const cursors = await createPushCursors(broker, members, { rowOf, change, seal })

  async function watchConnection(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') for (const lose of losers) lose()
      if (type !== 'reconnect') continue
      connectedAt = performance.now()
      // What others wrote meanwhile was not heard.
      rows.clear()
      cursors.refresh().catch(() => undefined)
    }
  }

  async function latestOf(key: string): Promise<{ readonly row: TaskRow | null; readonly place: number } | undefined> {
    const message = await broker.latest(subjectOf('task', key))
    return message && { row: (await readMessage(broker, key, message.string())).row, place: message.seq }
  }

  async function rowOf(key: string): Promise<PlacedRow | undefined> {
    const latest = await latestOf(key)
    return latest?.row ? { row: latest.row, place: latest.place } : undefined
  }

  /** Writes a message behind the one that is known. Undefined: another one has come. */
  async function follow(
    key: string,
    place: number,
    row: TaskRow,
    events: TaskWrite['events'] = [],
    first?: Task,
  ): Promise<PlacedRow | undefined> {
    const payload = await payloadOf(broker, key, messageText(row, events, first))
    const next = await broker.publish(subjectOf('task', key), payload, { last: place })
    return next === undefined ? undefined : { row, place: next }
  }

  function notePlace(key: string, seq: number, place: number): void {
    remember(places, key, { seq, place })
  }

  function noteRow(key: string, placed: PlacedRow): void {
    remember(rows, key, { ...placed, at: performance.now() })
  }

  async function whileWriting<T>(key: string, work: () => Promise<T>): Promise<T> {
    writing.set(key, (writing.get(key) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = (writing.get(key) ?? 1) - 1
      if (left > 0) writing.set(key, left)
      else writing.delete(key)
    }
  }

  async function change(key: string, changed: (row: TaskRow) => Partial<TaskRow>): Promise<TaskRow | undefined> {
    for (;;) {
      const known = await rowOf(key)
      if (!known) return undefined
      const next = await follow(key, known.place, { ...known.row, ...changed(known.row) })
      if (next) return next.row
    }
  }

  /** Makes sure that the task is not made any more. False: it is there. */
  async function seal(key: string): Promise<boolean> {
    const sealed = await broker.publish(subjectOf('task', key), JSON.stringify({ row: null, events: [] }), { last: 0 })
    return sealed !== undefined || !(await rowOf(key))
  }

  async function snapshotOf(key: string, seq: number, task: Task): Promise<Snapshot> {
    const { kept, start = 0 } = await broker.keepText('piece', key, JSON.stringify(task), 0)
    return { seq, kept, start, at: Date.now() }
  }

  async function appendOne(holder: string, write: TaskWrite): Promise<boolean> {
    const { key, fence, before, events, task, made, released } = write
    const begin = made ? await madeRow(holder, write) : (rows.get(key) ?? (await rowOf(key)))
    if (!begin) return false
    const seq = events.at(-1)?.seq ?? before
    const isOld = (begin.row.snapshot?.at ?? Date.now()) < Date.now() - maxAge / 2
    const snapshot = task && (write.snapshot || isOld) ? await snapshotOf(key, seq, task) : undefined
    const turn = write.turn === undefined ? undefined : (await broker.keepText('turn', key, write.turn, shortTurn)).kept
    for (let known = begin; known.row.fence === fence && known.row.seq === before; ) {
      const row: TaskRow = {
        ...known.row,
        ...(task && { head: JSON.parse(headOf(task)), bytes: write.bytes, settled: isSettled(task) }),
        ...{ seq, holder: released ? undefined : holder, turn: released ? undefined : (turn ?? known.row.turn) },
        ...(snapshot && { snapshot, trim: trimOf(known.row.trim, snapshot) }),
      }
      // At each attempt: another process may have removed the mark before.
      if (turn && !released) await members.mark(holder, key)
      const next = await follow(key, known.place, row, events, made?.first)
      if (next) {
        if (released) rows.delete(key)
        else noteRow(key, next)
        if (events.length > 0) notePlace(key, seq, next.place)
        await tellOthers(holder, write, row)
        removeOld(key, known.row, row)
        return true
      }
      // A configuration was saved in between, another process is the writer, or an answer was lost.
      rows.delete(key)
      const found = await rowOf(key)
      if (!found) return false
      // The writer asks for the place by itself, but others have not heard of it yet.
      if (found.row.fence === fence && found.row.seq === seq && seq > before) await tellOthers(holder, write, found.row)
      if (made) return false
      known = found
    }
    rows.delete(key)
    return false
  }

  function trimOf(before: TaskRow['trim'], { start, at }: Snapshot): TaskRow['trim'] {
    return before && before.at > at - keepEvents ? before : { start, at }
  }

  /** The row before the first write of a new task. Undefined: its message is not this process's. */
  async function madeRow(holder: string, { key, made, before, fence }: TaskWrite): Promise<PlacedRow | undefined> {
    if (!made) return undefined
    const { owner, caller, first, bytes, pushConfigs, digest } = made
    if (digest !== undefined && !(await claims.intend(holder, digest, { key, id: first.id }))) return undefined
    const row: TaskRow = {
      ...{ owner, id: first.id, caller, head: JSON.parse(headOf(first)), bytes, pushConfigs, seq: before, fence },
      settled: isSettled(first),
    }
    await cursors.begin(key, row)
    return { row, place: 0 }
  }

  /** What others have to know of a write. */
  async function tellOthers(holder: string, { key, events, made, released }: TaskWrite, row: TaskRow): Promise<void> {
    const digests = [made?.digest, ...events.map(({ message }) => message)].filter((one) => one !== undefined)
    for (const digest of digests) await claims.done(digest, row.id)
    if (events.length > 0 && row.pushConfigs.length > 0) cursors.wake(key)
    // A mark that stays goes with its process.
    if (released) members.unmark(holder, { key }).catch(() => undefined)
  }

  /** Removes what nobody needs any more. Nothing is lost where this fails: old messages go by their age. */
  function removeOld(key: string, before: TaskRow, row: TaskRow): void {
    const rest: Promise<unknown>[] = []
    if (before.turn && 'id' in before.turn && before.turn !== row.turn)
      rest.push(broker.purge(`${subjectOf('turn', key)}.${before.turn.id}.>`))
    const { snapshot: older, trim } = before
    if (older && older !== row.snapshot && 'id' in older.kept)
      rest.push(broker.purge(`${subjectOf('piece', key)}.${older.kept.id}.>`))
    // Readers who are further behind begin with the task as it is.
    if (trim && trim !== row.trim)
      rest.push(
        broker.purge(subjectOf('task', key), trim.start),
        broker.purge(`${subjectOf('piece', key)}.>`, trim.start),
      )
    for (const one of rest) one.catch(() => undefined)
  }

  /** Undefined: nothing is behind the place. */
  async function readOne({ key, seq }: ReadFrom, most: number): Promise<readonly StoredEvent[] | undefined> {
    const known = places.get(key)
    let from = known && known.seq <= seq ? known.place + (known.seq === seq ? 1 : 0) : undefined
    if (from === undefined) {
      const { snapshot } = (await rowOf(key))?.row ?? {}
      from = snapshot && snapshot.seq <= seq ? snapshot.start : 0
    }
    const found: StoredEvent[] = []
    let latest = seq
    let missing: unknown
    await broker.readFrom(subjectOf('task', key), from, async ({ seq: place, payload }) => {
      const message = await readMessage(broker, key, payload).catch((error: unknown) => {
        if (!(error instanceof MissingPiece)) throw error
        missing = error
        return undefined
      })
      // Its pieces were removed, so its events are removed, too.
      if (!message) return found.length === 0
      const { row, events } = message
      latest = row?.seq ?? latest
      const next = storedEvents(events).filter((event) => event.seq > seq)
      found.push(...next.slice(0, most - found.length))
      const last = found.at(-1)
      if (next.length > 0 && last?.seq === events.at(-1)?.seq) notePlace(key, last?.seq ?? seq, place)
      return found.length < most
    })
    if (found.length > 0 || latest > seq) return found
    // The latest message cannot be read.
    if (missing) throw missing
    return undefined
  }

  async function load(owner: string, id: string): Promise<LoadedTask | undefined> {
    try {
      return await loadNow(owner, id)
    } catch (error) {
      // Its snapshot was replaced in this moment.
      if (error instanceof MissingPiece) return loadNow(owner, id)
      throw error
    }
  }

  async function loadNow(owner: string, id: string): Promise<LoadedTask | undefined> {
    const key = await keyFor(owner, id)
    const placed = await rowOf(key)
    if (!placed) return undefined
    const { row, place } = placed
    const { snapshot } = row
    let task: Task | undefined = snapshot && JSON.parse(await broker.textOf('piece', key, snapshot.kept))
    if (!snapshot || snapshot.seq < row.seq)
      await broker.readFrom(subjectOf('task', key), snapshot?.start ?? 0, async ({ seq, payload }) => {
        const { events, first } = await readMessage(broker, key, payload)
        task ??= first
        for (const event of events)
          if (task && event.seq > (snapshot?.seq ?? 0) && event.seq <= row.seq) task = applyEvent(task, event)
        return seq < place
      })
    if (!task) throw new Error(`The log of task "${id}" has no beginning`)
    if (members.isHere(row.holder)) noteRow(key, placed)
    notePlace(key, row.seq, place)
    const { bytes, pushConfigs, caller, seq, fence, settled, turn } = row
    const stored: StoredTask = { owner, task, bytes, pushConfigs, ...(caller !== undefined && { caller }) }
    return { stored, key, seq, fence, snapshot: snapshot?.seq ?? 0, works: turn !== undefined && !settled }
  }

  async function keyFor(owner: string, id: string): Promise<string> {
    return `${await wordOf(owner)}.${await wordOf(id)}`
  }

  async function put({ owner, caller, task, bytes, pushConfigs }: StoredTask): Promise<void> {
    const key = await keyFor(owner, task.id)
    for (;;) {
      const latest = await latestOf(key)
      const { seq = -1, fence = -1 } = latest?.row ?? {}
      const row: TaskRow = {
        ...{ owner, id: task.id, caller, head: JSON.parse(headOf(task)), bytes, pushConfigs },
        ...{ seq: seq + 1, fence: fence + 1, settled: isSettled(task), snapshot: await snapshotOf(key, seq + 1, task) },
      }
      rows.delete(key)
      if (await follow(key, latest?.place ?? 0, row)) return cursors.restart(key, row)
    }
  }

  async function list(query: TaskQuery): Promise<TaskQueryResult> {
    const { owner, artifacts = true, history = true } = query
    const heads: Task[] = []
    await broker.latestOfEach(subjectOf('task', `${await wordOf(owner)}.*`), async ({ subject, payload }) => {
      const { row } = await readMessage(broker, subject.split('.').slice(-2).join('.'), payload)
      if (row) heads.push(row.head)
    })
    const { tasks, total } = searchTasks(heads, query)
    if (!artifacts && !history) return { tasks, total }
    const whole = await Promise.all(tasks.map(async (task) => (await load(owner, task.id))?.stored.task ?? task))
    return { tasks: whole, total }
  }

  /** Makes the process the writer of a task whose row is known. Undefined: another message has come. */
  function takeRow(
    holder: string,
    key: string,
    { row, place }: PlacedRow,
    more: Partial<TaskRow>,
  ): Promise<TaskRow | undefined> {
    return whileWriting(key, async () => {
      if (more.turn ?? row.turn) await members.mark(holder, key)
      const next = await follow(key, place, { ...row, ...more, fence: row.fence + 1, holder })
      if (next) noteRow(key, next)
      return next?.row
    })
  }

  /**
   * Takes over the turn that a process has marked, if it is still there. `fence`: of a turn of this process. A process that is held up
   * between its mark and its write must not have a turn without a mark, so where there is no turn its write is refused: the task gets
   * another place before the mark goes.
   */
  async function takeOrphan(
    holder: string,
    before: string,
    mark: Marked,
    fence?: number,
  ): Promise<readonly OrphanedTask[]> {
    const { key } = mark
    let taken: TaskRow | undefined
    for (let isPassed = false; ; ) {
      const placed = await rowOf(key)
      if (placed?.row.turn && placed.row.holder === before) {
        if (fence !== undefined && placed.row.fence !== fence) return []
        taken = await takeRow(holder, key, placed, {})
        if (taken) break
      } else if (isPassed) break
      else {
        isPassed = placed !== undefined || (await seal(key))
        if (placed) await follow(key, placed.place, placed.row)
      }
    }
    if (holder !== before) await members.unmark(before, mark)
    if (!taken?.turn) return []
    const { owner, id, turn } = taken
    return [{ key, fence: taken.fence, owner, id, turn: await broker.textOf('turn', key, turn) }]
  }

  /** The row of a task that this process has marked. A turn that writes nothing is looked at now and then. */
  async function ownRow(key: string): Promise<TaskRow | undefined> {
    const known = rows.get(key)
    if (known && performance.now() - known.at < lookInterval) return known.row
    rows.delete(key)
    const placed = await rowOf(key)
    if (placed && members.isHere(placed.row.holder)) noteRow(key, placed)
    return placed?.row
  }

  const leases: Leases = {
    async acquire(holder, key, turn) {
      const kept = turn === undefined ? undefined : (await broker.keepText('turn', key, turn, shortTurn)).kept
      for (;;) {
        const placed = await rowOf(key)
        if (!placed) return undefined
        const { row } = placed
        if (kept && !row.settled && (await members.isAlive(row.holder))) return undefined
        const taken = await takeRow(holder, key, placed, kept ? { turn: kept, settled: false } : {})
        if (taken) return taken.fence
      }
    },
    async turnsOf(holder) {
      const found = await Promise.all(
        members.own(holder).map(async (mark): Promise<readonly Place[]> => {
          const isWriting = writing.has(mark.key)
          const row = await ownRow(mark.key)
          if (row?.turn && row.holder === holder) return [{ key: mark.key, fence: row.fence }]
          // The turn belongs to another process now. A mark for a turn that begins meanwhile is a newer one, and stays.
          if (!isWriting) await members.unmark(holder, mark)
          return []
        }),
      )
      return found.flat()
    },
    async takeOrphans(holder, { lease, idle }) {
      const taken: OrphanedTask[] = []
      const own = new Map(members.own(holder).map((mark) => [mark.key, mark]))
      for (const { key, fence } of idle)
        taken.push(...(await takeOrphan(holder, holder, own.get(key) ?? { key, revision: 0 }, fence)))
      // After an outage others get the time of a lease to say that they live.
      if (performance.now() - connectedAt < lease) return taken
      for (const dead of await members.dead()) {
        const marks = await members.marked(dead.key)
        for (const mark of marks.slice(0, step)) taken.push(...(await takeOrphan(holder, dead.key, mark)))
        if (marks.length === 0) await members.forget(dead)
      }
      return taken
    },
    renew: members.renew,
    async end(holder) {
      await members.end(holder)
      connection.publish(broker.changes, holder)
    },
  }

  return {
    ...{ keyFor, load, put, list, leases, messages: claims, receivers: cursors },
    async append(holder, writes) {
      // All of them end before the writer tries again: two attempts never write at one time.
      const done = await Promise.allSettled(
        writes.map((write) => whileWriting(write.key, () => appendOne(holder, write))),
      )
      const failed = done.find(({ status }) => status === 'rejected')
      if (failed) throw (failed as PromiseRejectedResult).reason
      const written = new Set(writes.flatMap(({ key }, index) => (isDone(done[index]) ? [key] : [])))
      return { written, pushes: true }
    },
    async places(keys) {
      const found = await Promise.all(keys.map(rowOf))
      return new Map(
        keys.flatMap((key, index) => {
          const { row } = found[index] ?? {}
          return row ? [[key, { fence: row.fence, seq: row.seq }] as const] : []
        }),
      )
    },
    async read(after, most, onError) {
      const done = await Promise.allSettled(after.map((one) => readOne(one, most)))
      const failed = done.flatMap((one) => (one.status === 'rejected' ? [one] : []))
      if (failed[0] && (!onError || failed.length === done.length)) throw failed[0].reason
      for (const { reason } of failed) onError?.(reason)
      return new Map(
        done.flatMap((one, index) => {
          const [key, events] = [after[index]?.key, one.status === 'fulfilled' ? one.value : undefined]
          return key !== undefined && events ? [[key, events] as const] : []
        }),
      )
    },
    async listen(hear, onLost) {
      hearers.add(hear)
      losers.add(onLost)
      const heard = connection.subscribe(broker.changes, { callback: (_, message) => hear(message.string(), []) })
      return async () => {
        hearers.delete(hear)
        losers.delete(onLost)
        heard.unsubscribe()
      }
    },
    watch(key, take) {
      let fence: number | undefined
      let works: Promise<unknown> = Promise.resolve()
      async function read(payload: string): Promise<void> {
        const { row, events } = await readMessage(broker, key, payload)
        take(storedEvents(events))
        if (fence !== undefined && row && row.fence !== fence) for (const hear of hearers) hear(row.holder ?? '', [key])
        fence = row?.fence
      }
      const live = connection.subscribe(subjectOf('live', key), {
        // What fails here is read when the reader looks by itself.
        callback: (_, message) => {
          works = works.then(() => read(message.string())).catch(() => undefined)
        },
      })
      return () => live.unsubscribe()
    },
    isReached: () =>
      broker.state.get('member.none').then(
        () => true,
        () => false,
      ),
    async close() {
      cursors.close()
      await connection.close()
    },
  }
}

function isDone(result: PromiseSettledResult<boolean> | undefined): boolean {
  return result?.status === 'fulfilled' && result.value
}

/** Keeps what is remembered last, and forgets what was longest ago. */
function remember<T>(all: Map<string, T>, key: string, value: T): void {
  all.delete(key)
  all.set(key, value)
  const [oldest] = all.keys()
  if (all.size > maxRemembered && oldest !== undefined) all.delete(oldest)
}

function storedEvents(events: readonly Pick<StoredEvent, 'seq' | 'at' | 'event'>[]): readonly StoredEvent[] {
  return events.map((one) => ({ ...one, body: JSON.stringify(one.event) }))
}
