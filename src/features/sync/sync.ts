/**
 * `surface-runtime/sync`: `runtime.sync` and what was typed. `surface-runtime` has it built in; for `createRuntime({ sync })` of
 * `surface-runtime/core` it is an import of its own, so that other pages do not load it.
 *
 * Messages as carriers repeat them: a chat's state holds all messages and gives all of them at each render. A source says
 * what it holds now; what is new is applied, what is the same does nothing.
 *
 * The surfaces are always those that the messages held now come to. A list that only went on, and a message that only grew,
 * are applied as a change. Any other list takes the surfaces of its source back and is applied anew. What the user typed stays
 * wherever the same place is still bound.
 */
import { defaultLimits } from '../../errors/limits.ts'
import { asSurfaceError, maxFaultsOfMessage } from '../../errors/surface-error.ts'
import { copyJson } from '../../json/inspect.ts'
import { type Pointer, parsePointer } from '../../json/pointer.ts'
import { getOwn, isObject, sameJson } from '../../json/value.ts'
import { listNames } from '../../protocol/carried.ts'
import { componentIndex } from '../../protocol/component-place.ts'
import type { Source } from '../../runtime/delivery.ts'
import type { KeptReports, Reported, Synced, SyncMode, SyncOptions, SyncParts } from '../../runtime/features.ts'
import type { Sync } from '../../runtime/options.ts'
import type { Trace } from '../../runtime/trace.ts'
import type { LineWatcher } from '../../stream/lines.ts'
import { createInputToRestore, type InputToRestore, savedInputOf } from '../../surface/saved-input.ts'
import { liveSurface, type Surface } from '../../surface/surface.ts'

function createKeptReports(host: KeptReports['report'], trace: Trace): KeptReports {
  let kept: Reported[] | undefined
  return {
    report(error, version) {
      if (kept) {
        kept.push([error, version])
        trace.to?.keptBack(error)
      } else host(error, version)
    },
    during(task) {
      const reported: Reported[] = []
      kept = reported
      try {
        task()
      } finally {
        kept = undefined
      }
      return reported
    },
  }
}

/** Milliseconds until a new surface is drawn and has asked for its pictures, those of closed tabs as well. */
const drawingTime = 300

/** So many reports of a source are remembered. Bounds memory. */
const mostReported = 1_000

interface SyncedSource {
  messages: readonly unknown[]
  /** The source has ended, as far as is known. */
  done: boolean
  /** The indexes of messages of which not all was applied, beside single components. */
  readonly faulty: Set<number>
  /** Every surface that the messages name. */
  readonly named: Set<string>
  /** What was reported, so that it is not reported again when the messages are applied anew. */
  readonly reported: Set<string>
  /** What was typed into its surfaces before they were taken back. */
  readonly input: InputToRestore
  readonly self: Source
  /** Reads what the source is still writing. */
  readonly watcher: LineWatcher | undefined
  /** What it has read so far. */
  open: string
}

function createSynced({ intake, surfaces, reports, take, watch, sourceOf, forget, own, disown }: SyncParts): Synced {
  const sources = new Map<string, SyncedSource>()
  /** Of the host's storage. */
  const stored = createInputToRestore()
  const drawing = typeof document === 'undefined' ? 0 : drawingTime
  /** When what is stored first waited for the surface. */
  const firstSeen = new WeakMap<Surface, number>()
  let scheduled = false

  /** Applies a message of the list, or what it has grown by. */
  function apply(source: SyncedSource, { index, message, componentOffset }: Growth): void {
    const { surfaceId, kind } = targetOf(typeof message === 'string' ? parsed(message) : message)
    if (kind && surfaceId !== undefined) source.named.add(surfaceId)
    if (typeof message === 'string') intake.takeLine({ text: message, number: index + 1 }, source.self)
    else intake.takeParsed([message], { source: source.self, componentOffset, number: index + 1 })
  }

  /** Applies the messages from this index on, and reports what was not reported before. */
  function applyFrom(start: number, source: SyncedSource): void {
    for (let index = start; index < source.messages.length; index++) {
      const found = reports.during(() => apply(source, { index, message: source.messages[index] }))
      if (!areInPlace(found)) source.faulty.add(index)
      reportNew(source, found)
    }
  }

  function reportNew({ reported }: SyncedSource, found: readonly Reported[]): void {
    for (const [error, version] of found) {
      const text = JSON.stringify([error.code, error.message, error.place])
      if (reported.has(text)) continue
      reported.add(text)
      if (reported.size > mostReported) reported.delete(reported.values().next().value as string)
      reports.report(error, version)
    }
  }

  /** The source, those whose surfaces it has updated, and those that have updated its own: they are applied anew together. */
  function connected(key: string): ReadonlyMap<string, SyncedSource> {
    const found = new Set([key])
    for (let size = 0; size < found.size; ) {
      size = found.size
      for (const [name, { self }] of sources) {
        const others = [...self.targets.values()].filter((other) => other !== undefined)
        if (found.has(name)) for (const other of others) found.add(other)
        else if (others.some((other) => found.has(other))) found.add(name)
      }
    }
    return new Map([...sources].filter(([name]) => found.has(name)))
  }

  /** Takes back the surfaces of a source and applies what it holds now. What was typed waits for them. */
  function applyAnew(changed: string): void {
    const again = connected(changed)
    for (const surface of surfaces.list.getSnapshot())
      if (surface.source !== undefined) again.get(surface.source)?.input.addOf(liveSurface(surface))
    surfaces.renew(() => beginAnew(again))
    for (const [key, source] of again) if (key !== changed && source.done) end(source)
    for (const source of again.values()) restoreInput(source)
  }

  function beginAnew(again: ReadonlyMap<string, SyncedSource>): void {
    for (const [key, source] of again) {
      // And what is held for a surface that has not begun.
      for (const id of source.named) intake.takeBack(id, key)
      source.self.hasUnread = false
      source.named.clear()
      source.faulty.clear()
    }
    for (const source of again.values()) applyFrom(0, source)
  }

  /** Nothing follows for now: what is missing is reported, and what waited for the end is applied. */
  function end(source: SyncedSource): void {
    reportNew(
      source,
      reports.during(() => intake.end(true, source.self)),
    )
  }

  function restoreInput({ input }: SyncedSource): void {
    input.restore(surfaces.list.getSnapshot(), true)
  }

  /** What holds input asks for nothing new, so a surface that has only just come is first drawn, with its pictures. */
  function restoreStored(over: boolean): void {
    if (!stored.waits) return
    const now = performance.now()
    const list = surfaces.list.getSnapshot()
    const drawn = list.filter((surface) => {
      if (!firstSeen.has(surface)) firstSeen.set(surface, now)
      return now - (firstSeen.get(surface) ?? now) >= drawing || liveSurface(surface).unsent.held.getSnapshot()
    })
    stored.restore(drawn, over)
    if (drawn.length === list.length || scheduled) return
    scheduled = true
    setTimeout(() => {
      scheduled = false
      // A runtime that was disposed has none.
      if (surfaces.list.getSnapshot().length > 0) take('restoreInput', () => undefined)
    }, drawing)
  }

  /** Applies what messages have grown by; false where the surfaces may be other ones than those of the whole list. */
  function applyGrown(source: SyncedSource, grown: readonly Growth[]): boolean {
    const found = reports.during(() => {
      for (const growth of grown) {
        source.faulty.delete(growth.index)
        const surface = intake.find(targetOf(growth.message).surfaceId ?? '', source.self)
        if (surface) source.input.addOf(surface)
        apply(source, growth)
      }
    })
    reportNew(source, found)
    return areInPlace(found)
  }

  /**
   * What was refused are single components without an earlier version: all else is as if they had not been sent. A confidential fault
   * does not count: it may depend on what the user typed, and a new beginning would ask for pictures again.
   */
  function areInPlace(found: readonly Reported[]): boolean {
    const refused = found.filter(([{ severity, confidential }]) => severity === 'error' && !confidential)
    // Of a message with more faults not all are reported.
    return refused.length < maxFaultsOfMessage && refused.every(isInPlace)
  }

  function isInPlace([{ place }]: Reported): boolean {
    const { surfaceId = '', source, componentId, at } = place
    if (componentId === undefined) return componentIndex(at) !== undefined
    return surfaces.find(surfaceId, source)?.components.get(componentId)?.invalid !== undefined
  }

  /** Shows what is whole of this text, and what it has grown by. */
  function showOpen(source: SyncedSource, open: string): void {
    const { watcher, open: before } = source
    const goesOn = open.startsWith(before)
    if (!goesOn || !open) watcher?.end()?.({ keep: false })
    const more = goesOn ? open.slice(before.length) : open
    source.open = open
    if (more) watcher?.more(more)
  }

  function sync(key: string, given: readonly unknown[], options: SyncOptions): void {
    const { done = false, open = '', onEvent, answerTo, warnings = [] } = options
    // In JavaScript it may be no list: that is reported as what is no message.
    const messages = Array.isArray(given) ? given : [given]
    const self = sourceOf(key)
    const source = sources.get(key) ?? createSyncedSource(self, watch({ source: self, lists: listNames }))
    sources.set(key, source)
    if (onEvent) own(key, onEvent)
    if (answerTo) intake.answer(answerTo, self)
    const { length } = source.messages
    const same = messages.length === length && messages.every((message, index) => message === source.messages[index])
    const grown = same ? [] : grownSince(source, messages, (id) => intake.find(id, source.self)?.components ?? noIds)
    source.messages = messages
    source.done = done
    if (!open) showOpen(source, '')
    if (!grown || !applyGrown(source, grown)) applyAnew(key)
    else if (!same) applyFrom(length, source)
    reportNew(
      source,
      warnings.map((warning) => [warning, undefined]),
    )
    if (done) end(source)
    if (!same) restoreInput(source)
    if (open) showOpen(source, open)
  }

  function drop(key: string): void {
    const source = sources.get(key)
    forget(key)
    disown(key)
    for (const { id, source: own } of surfaces.list.getSnapshot()) if (own === key) intake.takeBack(id, key)
    if (!source) return
    source.messages = []
    showOpen(source, '')
    applyAnew(key)
    sources.delete(key)
  }

  return {
    restore: restoreStored,
    methods: {
      sync: (key, messages, options = {}) => take('sync', () => sync(key, messages, options)),
      drop: (key) => take('drop', () => drop(key)),
      userInput: ({ obscured } = {}) => savedInputOf(surfaces.list.getSnapshot().map(liveSurface), obscured),
      restoreInput(saved) {
        take('restoreInput', () => {
          try {
            // What was typed may be longer than what an agent may send.
            stored.add(copyJson(saved ?? null, { ...defaultLimits, stringLength: Number.POSITIVE_INFINITY }))
          } catch (thrown) {
            reports.report(asSurfaceError(thrown))
          }
        })
      },
    },
  }
}

function createSyncedSource(self: Source, watcher: LineWatcher | undefined): SyncedSource {
  return {
    watcher,
    open: '',
    messages: [],
    done: false,
    faulty: new Set(),
    named: new Set(),
    reported: new Set(),
    input: createInputToRestore(),
    self,
  }
}

/** Whether two messages are equal as JSON. What nests too deep to be compared is another message each time. */
export function sameMessage(one: unknown, other: unknown): boolean {
  try {
    return sameJson(one, other)
  } catch {
    return false
  }
}

/** What a message has grown by. */
interface Growth extends Change {
  /** Of the message in its list. */
  readonly index: number
}

interface Change {
  readonly message: unknown
  /** How many of its components are as they were. */
  readonly componentOffset?: number
}

/**
 * What messages have grown by, where the list went on from the one before: each message is the same or has grown.
 * `undefined` where the list began otherwise.
 */
function grownSince(
  { messages, faulty }: SyncedSource,
  now: readonly unknown[],
  knownTo: (surfaceId: string) => KnownIds,
): readonly Growth[] | undefined {
  if (now.length < messages.length) return undefined
  const grown: Growth[] = []
  for (let index = 0; index < messages.length; index++) {
    const [before, next] = [messages[index], now[index]]
    if (next === before || sameMessage(next, before)) continue
    const growth = growthOf(before, next, faulty.has(index), knownTo(targetOf(next).surfaceId ?? ''))
    if (!growth || messages.slice(index + 1).some((later) => !mayFollow(next, later))) return undefined
    grown.push({ ...growth, index })
  }
  return grown
}

type KnownIds = Pick<ReadonlySet<string>, 'has'>

const noIds: KnownIds = new Set()

interface Target {
  readonly kind?: string
  readonly surfaceId?: string
  readonly body?: { readonly [name: string]: unknown }
}

/** What a message is about, as far as it can be seen without judging it. */
function targetOf(message: unknown): Target {
  for (const [kind, body] of Object.entries(isObject(message) ? message : {})) {
    const surfaceId = isObject(body) ? getOwn(body, 'surfaceId') : undefined
    if (isObject(body) && typeof surfaceId === 'string') return { kind, surfaceId, body }
  }
  return {}
}

/** `undefined` for what is no JSON: the runtime says so when it is applied. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a message that has grown comes to the same before and after a later one. */
function mayFollow(message: unknown, later: unknown): boolean {
  const [one, other] = [targetOf(message), targetOf(later)]
  if (one.surfaceId !== other.surfaceId) return true
  const kinds = `${one.kind} ${other.kind}`
  if (kinds !== 'updateDataModel updateDataModel')
    return kinds === 'updateComponents updateDataModel' || kinds === 'updateDataModel updateComponents'
  const [place, otherPlace] = [placeOf(one), placeOf(other)]
  return !!place && !!otherPlace && place.some((token, at) => at < otherPlace.length && token !== otherPlace[at])
}

/** Where a message writes data. `undefined`: nowhere, since its path is none. */
function placeOf({ body }: Target): Pointer | undefined {
  try {
    return parsePointer((body?.['path'] ?? '') as string)
  } catch {
    return undefined
  }
}

/**
 * What makes of an earlier message what it is now: components, if all earlier ones are still in their places; a new value for the same
 * place. `undefined` for anything else, and for v0.8, where components write data. `faulty`: the earlier one was reported for
 * something. `known`: the ids of the surface's components.
 */
function growthOf(before: unknown, now: unknown, faulty: boolean, known: KnownIds): Change | undefined {
  const [one, other] = [targetOf(before), targetOf(now)]
  const { kind, body } = other
  const part = kind === 'updateComponents' ? 'components' : kind === 'updateDataModel' ? 'value' : undefined
  if (
    !isObject(now) ||
    !one.body ||
    !body ||
    !part ||
    !kind ||
    !sameMessage(without(before, kind, part), without(now, kind, part))
  )
    return undefined
  const [earlier, later] = [one.body?.[part], body[part]]
  if (part === 'value') return { message: now }
  if (!Array.isArray(earlier) || !Array.isArray(later)) return undefined
  let first = 0
  while (first < earlier.length && sameMessage(earlier[first], later[first])) first++
  if (earlier.slice(first).some((component, index) => idOf(component) !== idOf(later[first + index]))) return undefined
  // One of those that are as they were may be sent twice: the last one counts.
  if (faulty || later.slice(earlier.length).some((component) => known.has(idOf(component)))) return { message: now }
  return { message: { ...now, [kind]: { ...body, components: later.slice(first) } }, componentOffset: first }
}

function without(message: unknown, kind: string, part: string): unknown {
  const { [kind]: body, ...rest } = message as { readonly [name: string]: { readonly [name: string]: unknown } }
  return { ...rest, [kind]: { ...body, [part]: null } }
}

function idOf(component: unknown): string {
  return isObject(component) ? String(component['id']) : ''
}

const mode: SyncMode = { kind: 'sync', keepReports: createKeptReports, create: createSynced }

/** Lets a runtime take messages that come again: see `Runtime.sync`. */
export const sync: Sync = mode
