/**
 * Receivers of push notifications: a cursor in a bucket for each, which one process has at a time. The configurations stand in the
 * task's row. Every process knows all cursors; one that writes to a task knows at once which are due, the others look now and then.
 * A process may know an old cursor. So each change is a compare-and-set. A process that saves a configuration reads the cursor first.
 */
import type { KvEntry } from '@nats-io/kv'
import { isTerminal } from '../../protocol/types.ts'
import { type DueReceiver, type PushReceivers, type ReceiverBounds, taskFirst } from '../log/task-log.ts'
import type { StoredPushConfig } from '../task-store.ts'
import { type Broker, isConflict, wordOf } from './broker.ts'
import type { Members } from './members.ts'
import type { PlacedRow, TaskRow } from './task-rows.ts'

interface Cursor {
  readonly owner: string
  readonly taskId: string
  readonly caller: string
  readonly configId: string
  /** Place of the latest event that the receiver has, or `taskFirst`. */
  readonly sent: number
  readonly attempts: number
  /** Milliseconds after this was written before the next attempt. */
  readonly wait: number
  readonly holder?: string | undefined
  /** Milliseconds after this was written that it belongs to `holder`. */
  readonly lease: number
}

interface KnownCursor {
  readonly name: string
  readonly key: string
  readonly cursor: Cursor
  readonly revision: number
  readonly created: Date
  /** There may be something to send. */
  due: boolean
}

/** What receivers need of the log. */
export interface CursorRows {
  readonly rowOf: (key: string) => Promise<PlacedRow | undefined>
  /** Changes the row of a task. Undefined: there is none. */
  readonly change: (key: string, change: (row: TaskRow) => Partial<TaskRow>) => Promise<TaskRow | undefined>
  /** Makes sure that the task is not made any more. False: it is there. */
  readonly seal: (key: string) => Promise<boolean>
}

export interface PushCursors extends PushReceivers {
  /** Cursors for receivers that a task has from its beginning. Those that are there stay: the answer of an attempt was lost. */
  readonly begin: (key: string, row: TaskRow) => Promise<void>
  /** Cursors for receivers of a task that was put whole: they have everything. */
  readonly restart: (key: string, row: TaskRow) => Promise<void>
  /** Something was written to the task. */
  readonly wake: (key: string) => void
  /** Reads all cursors again: what was written while the connection was away was not heard. */
  readonly refresh: () => Promise<void>
  readonly close: () => void
}

/** Milliseconds that a task may take to be made behind its cursors. */
const makingTime = 600_000
/** In milliseconds: how often all cursors are read, and how often each is looked at although nobody has told of a write. */
const refreshInterval = 15_000
const lookInterval = 60_000

export async function createPushCursors(
  { state, latestOfKeys, forgetKey }: Pick<Broker, 'state' | 'latestOfKeys' | 'forgetKey'>,
  { age, isAlive }: Members,
  rows: CursorRows,
): Promise<PushCursors> {
  const known = new Map<string, KnownCursor>()
  /** Key of a task → names of its cursors. */
  const ofTask = new Map<string, Set<string>>()
  let [refreshedAt, lookedAt] = [performance.now(), performance.now()]
  let refreshing: Promise<void> | undefined
  const watched = await state.watch({ key: 'push.>' })
  void follow()

  async function follow(): Promise<void> {
    for await (const entry of watched) {
      if (entry.operation === 'PUT') keepNewer(entry.key, entry.string(), entry.revision, entry.created)
      else if ((known.get(entry.key)?.revision ?? 0) < entry.revision) drop(entry.key)
    }
  }

  function keepNewer(name: string, payload: string, revision: number, created: Date): void {
    if ((known.get(name)?.revision ?? 0) < revision) keep(name, JSON.parse(payload), revision, created, true)
  }

  function keep(name: string, cursor: Cursor, revision: number, created: Date, due: boolean): void {
    const key = keyOf(name)
    known.set(name, { name, key, cursor, revision, created, due })
    const names = ofTask.get(key) ?? new Set()
    ofTask.set(key, names.add(name))
  }

  function drop(name: string): void {
    known.delete(name)
    const names = ofTask.get(keyOf(name))
    names?.delete(name)
    if (names?.size === 0) ofTask.delete(keyOf(name))
  }

  function refresh(): Promise<void> {
    refreshing ??= readAll().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function readAll(): Promise<void> {
    refreshedAt = performance.now()
    const before = new Map(known)
    const all = await latestOfKeys('push.>')
    const there = new Set<string>()
    for (const { key: name, payload, revision, created } of all) {
      if (payload !== '') {
        there.add(name)
        keepNewer(name, payload, revision, created)
      } else if (age(created) > refreshInterval) await forgetKey(name, revision)
    }
    for (const [name, one] of before) if (!there.has(name) && known.get(name) === one) drop(name)
  }

  const nameOf = async (key: string, configId: string): Promise<string> => `push.${key}.${await wordOf(configId)}`
  const keyOf = (name: string): string => name.split('.').slice(1, 3).join('.')

  async function entryOf(name: string): Promise<KvEntry | undefined> {
    return (await state.get(name)) ?? undefined
  }

  /** False: somebody else has changed it. */
  async function replace(one: KnownCursor, cursor: Cursor, due: () => boolean): Promise<boolean> {
    const { name, revision } = one
    try {
      const next = await state.update(name, JSON.stringify(cursor), revision)
      // Asked behind the answer: the task may have been written to meanwhile.
      keep(name, cursor, next, (await entryOf(name))?.created ?? new Date(), due() || isWoken(one))
      return true
    } catch (error) {
      if (!isConflict(error)) throw error
      const entry = await entryOf(name)
      if (entry?.operation === 'PUT') keepNewer(name, entry.string(), entry.revision, entry.created)
      else drop(name)
      return false
    }
  }

  /** Whether the cursor became due since `taken`, of which `due` is then true. */
  function isWoken(taken: KnownCursor): boolean {
    const now = known.get(taken.name)
    return taken.due || (now !== taken && now?.due === true)
  }

  /** Writes a cursor over the one that is there, which `next` gets. */
  async function write(name: string, next: (before: Cursor | undefined) => Cursor): Promise<void> {
    for (;;) {
      const entry = await entryOf(name)
      const before: Cursor | undefined = entry?.operation === 'PUT' ? entry.json() : undefined
      try {
        const text = JSON.stringify(next(before))
        const revision = await (entry ? state.update(name, text, entry.revision) : state.create(name, text))
        keep(name, JSON.parse(text), revision, (await entryOf(name))?.created ?? new Date(), true)
        return
      } catch (error) {
        if (!isConflict(error)) throw error
      }
    }
  }

  /** Removes the cursor, unless somebody has written it since. */
  async function remove(name: string, revision: number): Promise<void> {
    try {
      await state.purge(name, { previousSeq: revision })
      if ((known.get(name)?.revision ?? 0) <= revision) drop(name)
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }

  const newCursor = ({ owner, id, caller }: TaskRow, { configId }: StoredPushConfig, sent: number): Cursor => ({
    ...{ owner, taskId: id, caller: caller ?? owner, configId, sent },
    ...{ attempts: 0, wait: 0, lease: 0 },
  })

  /** The first of each caller, then the second of each. */
  function inTurn(
    { maxReceivers, maxReceiversPerCaller, taken }: ReceiverBounds,
    all: readonly KnownCursor[],
  ): readonly KnownCursor[] {
    const counts = new Map(taken)
    const places = all.map((one) => {
      const place = (counts.get(one.cursor.caller) ?? 0) + 1
      counts.set(one.cursor.caller, place)
      return { one, place }
    })
    const allowed = places.filter(({ place }) => place <= maxReceiversPerCaller).sort((a, b) => a.place - b.place)
    return allowed.slice(0, maxReceivers).map(({ one }) => one)
  }

  /** Cursors that may be due, and that no living process has. */
  async function takable(): Promise<readonly KnownCursor[]> {
    const alive = new Map<string, Promise<boolean>>()
    const isHeld = ({ cursor: { holder, lease }, created }: KnownCursor): boolean | Promise<boolean> => {
      if (holder === undefined || age(created) >= lease) return false
      const asked = alive.get(holder) ?? isAlive(holder)
      alive.set(holder, asked)
      return asked
    }
    const open = [...known.values()].filter(({ due, created, cursor }) => due && age(created) >= cursor.wait)
    const held = await Promise.all(open.map(isHeld))
    return open.filter((_, index) => !held[index])
  }

  async function configOf(key: string, configId: string): Promise<StoredPushConfig | undefined> {
    return (await rows.rowOf(key))?.row.pushConfigs.find((one) => one.configId === configId)
  }

  async function takeOne(holder: string, lease: number, one: KnownCursor): Promise<DueReceiver | undefined> {
    const { cursor, name, key, revision, created } = one
    const { owner, taskId, caller, configId: id, sent, attempts } = cursor
    // Before the look: what is written from now on makes it due again.
    one.due = false
    const placed = await rows.rowOf(key)
    if (!placed) {
      one.due = true
      // The cursor is written before its task. A task that has not come by now does not come any more.
      if (age(created) > makingTime && (await rows.seal(key))) await remove(name, revision)
      return undefined
    }
    const { pushConfigs, seq, head } = placed.row
    const config = pushConfigs.find((each) => each.configId === id)
    const hasAll = sent >= seq && attempts === 0 && cursor.holder === undefined
    if (!config || (hasAll && isTerminal(head.status.state))) {
      await remove(name, revision)
      return undefined
    }
    if (hasAll || !(await replace(one, { ...cursor, holder, lease, wait: 0 }, () => false))) return undefined
    return { key, id, config, body: JSON.stringify(config), sent, attempts, due: name, owner, taskId, caller }
  }

  /** Looks at due cursors until as many as are wanted had something to send. */
  async function take(
    holder: string,
    { lease, maxReceivers, maxReceiversPerCaller, taken }: ReceiverBounds,
  ): Promise<readonly DueReceiver[]> {
    const found: DueReceiver[] = []
    const counts = new Map(taken)
    for (const looked = new Set<KnownCursor>(); found.length < maxReceivers; ) {
      const due = (await takable()).filter((one) => !looked.has(one))
      const open = inTurn(
        { lease, maxReceivers: maxReceivers - found.length, maxReceiversPerCaller, taken: counts },
        due,
      )
      if (open.length === 0) break
      for (const one of open) looked.add(one)
      for (const one of await Promise.all(open.map((each) => takeOne(holder, lease, each)))) {
        if (!one) continue
        found.push(one)
        counts.set(one.caller, (counts.get(one.caller) ?? 0) + 1)
      }
    }
    return found
  }

  return {
    refresh,
    async begin(key, row) {
      for (const config of row.pushConfigs)
        await write(await nameOf(key, config.configId), (before) => before ?? newCursor(row, config, row.seq))
    },
    async restart(key, row) {
      for (const config of row.pushConfigs)
        await write(await nameOf(key, config.configId), () => newCursor(row, config, row.seq))
    },
    wake(key) {
      for (const name of ofTask.get(key) ?? []) {
        const one = known.get(name)
        if (one) one.due = true
      }
    },
    async save(key, before, after, seen) {
      const removed = before.filter(({ configId }) => !after.some((one) => one.configId === configId))
      const changed = after.filter((one) => !before.includes(one))
      const removedNames = await Promise.all(removed.map(({ configId }) => nameOf(key, configId)))
      const old = await Promise.all(removedNames.map(entryOf))
      const gone = new Set([...removed, ...changed].map(({ configId }) => configId))
      const row = await rows.change(key, ({ pushConfigs }) => ({
        pushConfigs: [...pushConfigs.filter(({ configId }) => !gone.has(configId)), ...changed],
      }))
      for (const entry of old) if (entry?.operation === 'PUT') await remove(entry.key, entry.revision)
      if (!row) return
      // A process that posts to the receiver at this moment goes on, with the new configuration.
      for (const config of changed)
        await write(await nameOf(key, config.configId), (cursor) => {
          const hasAll = cursor === undefined || cursor.sent >= row.seq
          if (cursor?.holder !== undefined && !hasAll) return { ...cursor, attempts: 0, wait: 0 }
          return newCursor(
            row,
            config,
            hasAll && (!cursor || seen === taskFirst) ? Math.min(row.seq, seen) : cursor.sent,
          )
        })
    },
    take(holder, bounds) {
      if (performance.now() - refreshedAt > refreshInterval) void refresh().catch(() => undefined)
      if (performance.now() - lookedAt > lookInterval) {
        lookedAt = performance.now()
        for (const one of known.values()) one.due = true
      }
      return take(holder, bounds)
    },
    async noteSent(holder, { due: name, key, id }, { sent, lease }) {
      // A configuration that is saved meanwhile writes the cursor, too, and leaves it to its holder.
      for (let one = known.get(name); one?.cursor.holder === holder; one = known.get(name)) {
        const taken = one
        if (!(await replace(taken, { ...taken.cursor, sent, attempts: 0, lease }, () => taken.due))) continue
        const config = await configOf(key, id)
        return config && JSON.stringify(config)
      }
      return undefined
    },
    async release(holder, { due: name, key, id, body }, { attempts, wait }) {
      const one = known.get(name)
      if (one?.cursor.holder !== holder) return
      const placed = await rows.rowOf(key)
      const config = placed?.row.pushConfigs.find((each) => each.configId === id)
      const isChanged = config !== undefined && JSON.stringify(config) !== body
      const hasAll = placed !== undefined && one.cursor.sent >= placed.row.seq
      const isOver = placed === undefined || isTerminal(placed.row.head.status.state)
      if (!config || (wait === undefined && hasAll && isOver && !isChanged)) return remove(name, one.revision)
      const { holder: _, ...free } = one.cursor
      const next = { ...free, attempts: isChanged ? 0 : attempts, wait: isChanged ? 0 : Math.round(wait ?? 0) }
      await replace(one, next, () => one.due || wait !== undefined || isChanged || !hasAll)
    },
    close: () => watched.stop(),
  }
}
