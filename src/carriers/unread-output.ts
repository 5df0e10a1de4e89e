/** Outputs of tools that hold surface messages where none are read. */
import { SurfaceError } from '../errors/surface-error.ts'
import { listNames, messagesOfOutput, surfaceIdsIn } from '../protocol/carried.ts'

/** The names of the messages of both versions. */
const kinds: ReadonlySet<string> = new Set([
  ...['createSurface', 'updateComponents', 'updateDataModel', 'deleteSurface'],
  ...['beginRendering', 'surfaceUpdate', 'dataModelUpdate'],
])

/** So many values of an output are looked at. */
const mostLookedAt = 1_000

/** A warning for an output that holds surface messages where none are read: in a list or object of another name. */
export function unreadIn(output: unknown): readonly SurfaceError[] {
  if (messagesOfOutput(output).length > 0) return []
  const waiting: (readonly [at: string, value: unknown])[] = [['', output]]
  for (let count = 0; count < mostLookedAt; count++) {
    const [at, value] = waiting.shift() ?? []
    if (at === undefined) return []
    if (typeof value !== 'object' || value === null) continue
    if (Object.keys(value).some((name) => kinds.has(name)) && surfaceIdsIn([value]).length > 0) return [unread(at)]
    for (const [name, member] of Object.entries(value))
      waiting.push([`${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, member])
  }
  return []
}

function unread(at: string): SurfaceError {
  const hint = `Put them at the top of the output, or under one of ${listNames.join(', ')}.`
  const message = `A tool's output holds a surface message at "${at}", where none is read`
  return new SurfaceError('ENVELOPE_NO_KIND', message, { hint, at }, { severity: 'warning' })
}
