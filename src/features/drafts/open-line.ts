/**
 * One line that is being written → drafts of the surfaces that it is for. The line's end decides what becomes of them.
 *
 * Late: pages load it when a line first stays open. It imports nothing that a page has already, so that this is not cut in two.
 */
import type { OpenSource, ProgressiveHost } from '../../runtime/features.ts'
import type { Parsed } from '../../runtime/intake.ts'
import type { LiveSurface } from '../../surface/surface.ts'
import { draftOf, type Owner, type SurfaceDraft } from './draft.ts'
import { createOpenMessage, type MessagePart } from './open-message.ts'
import type { OpenLine } from './patience.ts'

/** Only the first 64 KiB of a line are looked at, and so many parts. */
const mostCharacters = 65_536
const mostParts = 500

export function createOpenLine(host: ProgressiveHost, { source, lists }: OpenSource): OpenLine {
  const owner: Owner = {}
  const drafts = new Set<SurfaceDraft>()
  /** The surfaces that the text begins. */
  const begun = new Set<string>()
  let found: MessagePart[] = []
  let parts = 0
  let room = mostCharacters
  /** Pieces that were not read so far. */
  let waiting = ''
  /** Nothing more is read. */
  let isFull = false
  /** The line is over, or will be refused. */
  let over = false
  const scan = createOpenMessage({
    jsonDepth: host.limits.jsonDepth,
    lists,
    onBegin: (surfaceId) => void begun.add(surfaceId),
    onPart: (part) => ++parts <= mostParts && found.push(part) > 0,
  })

  function endDraft({ keep }: { readonly keep: boolean }): void {
    over = true
    for (const draft of drafts) draft.end(owner, keep)
    drafts.clear()
  }

  /** False: the line will be refused for the part; a faulty component does not refuse it. Lenient mode may use the rest of such a line. */
  function show(part: MessagePart): boolean {
    const surface = host.find(part.surfaceId, source, part.family)
    // One that the text begins is not there yet.
    if (!surface || (begun.has(part.surfaceId) && surface.source !== source.key)) return true
    const draft = draftOf(surface)
    drafts.add(draft)
    try {
      const parsed = host.parseLine({ number: 0, text: part.text }, source)
      if (!parsed.received) return host.lenient !== undefined
      add(part, parsed.received, surface, draft)
      return true
    } catch {
      return host.lenient !== undefined
    }
  }

  function add(
    part: MessagePart,
    received: NonNullable<Parsed['received']>,
    surface: LiveSurface,
    draft: SurfaceDraft,
  ): void {
    if (received.kind === 'updateDataModel') draft.addValues(owner, received, part)
    // The first components choose the catalog of such a surface, all of them together.
    else if (received.kind === 'updateComponents' && (!surface.dialect.choose || surface.components.size > 0)) {
      const [component] = host.surfaces.check({ ...received, componentOffset: part.first }, surface, () => undefined)
      // A component that writes data, or was refused, waits for its line.
      if (component && !component.initial && !component.invalid) draft.addComponent(owner, component)
    }
  }

  return {
    endDraft,
    more(piece) {
      if (over || isFull) return
      waiting += piece
      // Only with one of these is a part known to be whole: chunks of one character are read together.
      if (!/[\]},]/.test(piece) && waiting.length < room) return
      found = []
      const goes = scan(waiting.slice(0, room))
      room -= waiting.length
      waiting = ''
      const isRefused = !goes && parts <= mostParts && room > 0 && host.lenient === undefined
      isFull = !goes || room <= 0
      const shown = found
      if (shown.length > 0 || isRefused)
        host.run(() => {
          if (over) return
          host.arrived()
          const fits = shown.every(show)
          // The line will be refused, or is none that can be followed. Lenient mode may use what came before.
          if (!fits || isRefused) endDraft({ keep: false })
        })
    },
  }
}
