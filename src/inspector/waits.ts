/** Why something waits: each reason as a sentence, with the line, surface or component that it is about. */
import type { CoreRuntime } from '../runtime/runtime.ts'
import { liveSurface } from '../surface/surface.ts'
import { readLine } from './line.ts'
import type { Recorded } from './recording.ts'

export interface Wait {
  /** `line`: a line is not whole; `held`: it waits for its surface; `part`: a component has not come; `input`: the user typed. */
  readonly kind: 'line' | 'held' | 'part' | 'function' | 'input'
  readonly text: string
  readonly surfaceId?: string | undefined
  readonly componentId?: string | undefined
  /** `id` of the recorded line. */
  readonly line?: number | undefined
}

/** In the order of the lines, then surface by surface. */
export function waitsOf(runtime: Pick<CoreRuntime, 'surfaces'>, { lines, open }: Recorded): readonly Wait[] {
  const waits: Wait[] = []
  for (const { id, text, verdict } of lines) {
    if (verdict !== 'held') continue
    const { kind, surfaceId } = readLine(text)
    const beginning = kind.startsWith('update') ? 'createSurface' : 'beginRendering'
    waits.push({ kind: 'held', text: `${kind} waits for ${beginning} of “${surfaceId}”.`, surfaceId, line: id })
  }
  if (open !== '')
    waits.push({ kind: 'line', text: `A line has begun and not ended: ${open.length} characters so far.` })
  for (const surface of runtime.surfaces.getSnapshot().map(liveSurface)) waits.push(...waitsOfSurface(surface))
  return waits
}

function waitsOfSurface(surface: ReturnType<typeof liveSurface>): readonly Wait[] {
  const { id: surfaceId, components, unsent } = surface
  const waits: Wait[] = []
  const { root } = surface.beginning.getSnapshot()
  const ended = surface.arrival.getSnapshot() === 'incomplete'
  const late = ended ? 'has not come, and the stream has ended' : 'has not come yet'
  if (!components.has(root)) waits.push({ kind: 'part', text: `The root component “${root}” ${late}.`, surfaceId })
  for (const component of components.values())
    for (const { to } of component.edges)
      if (!components.has(to))
        waits.push({
          kind: 'part',
          text: `“${component.id}” shows “${to}”, which ${late}.`,
          surfaceId,
          componentId: component.id,
        })
  if (unsent.waiting.getSnapshot())
    waits.push({
      kind: 'input',
      text: 'The user has entered something and not sent it: new pictures and addresses wait for the next press.',
      surfaceId,
    })
  return waits
}
