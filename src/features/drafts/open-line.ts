/**
 * One line that is being written → drafts of the surfaces that it is for. The line's end decides what becomes of them.
 *
 * Late: pages load it when a line first stays open. It imports nothing that a page has already, so that this is not cut in two.
 */
import type { OpenSource, ProgressiveHost } from '../../runtime/features.ts'
import type { Parsed } from '../../runtime/intake.ts'
import type { LiveSurface } from '../../surface/surface.ts'
import { closed } from './closed-text.ts'
import { draftOf, type Owner, type SurfaceDraft } from './draft.ts'
import { type MessagePart, wholePartsOf } from './message-parts.ts'
import type { OpenLine } from './patience.ts'

/** So many parts of a line are looked at. */
const mostParts = 500

export function createOpenLine(host: ProgressiveHost, { source, lists }: OpenSource): OpenLine {
  const owner: Owner = {}
  const drafts = new Set<SurfaceDraft>()
  /** The keys of the parts that were looked at. */
  const seen = new Set<string>()
  /** The line is over, or will be refused. */
  let over = false

  function endDraft({ keep }: { readonly keep: boolean }): void {
    over = true
    for (const draft of drafts) draft.end(owner, keep)
    drafts.clear()
  }

  /** False: the line will be refused for the part; a faulty component does not refuse it. Lenient mode may use the rest of such a line. */
  function show(part: MessagePart): boolean {
    const surface = host.find(part.surfaceId, source, part.family)
    // One that the text begins is not there yet.
    if (!surface || (part.isBegun && surface.source !== source.key)) return true
    const draft = draftOf(surface)
    drafts.add(draft)
    try {
      const parsed = host.parseLine({ number: 0, text: JSON.stringify(part.message) }, source)
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
      const [component] = host.surfaces.check({ ...received, componentOffset: part.index }, surface, () => undefined)
      // A component that writes data, or was refused, waits for its line.
      if (component && !component.initial && !component.invalid) draft.addComponent(owner, component)
    }
  }

  /** The parts that are new; `undefined` where the line will be refused, or says something else than before. */
  function newParts(text: string): readonly MessagePart[] | undefined {
    try {
      const parts = wholePartsOf(closed(text, host.limits.jsonDepth), lists).slice(0, mostParts)
      const fresh = parts.filter(({ key }) => !seen.has(key))
      if (parts.length - fresh.length < seen.size) return undefined
      for (const { key } of fresh) seen.add(key)
      return fresh
    } catch {
      return undefined
    }
  }

  return {
    endDraft,
    read(text) {
      if (over || seen.size === mostParts || text.trim() === '') return
      const parts = newParts(text)
      if (parts?.length !== 0)
        host.run(() => {
          if (over) return
          host.arrived()
          if (parts?.every(show)) return
          // Lenient mode may use what came before.
          if (host.lenient === undefined) endDraft({ keep: false })
          else over = true
        })
    },
  }
}
