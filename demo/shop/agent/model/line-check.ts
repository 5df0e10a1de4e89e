/** Lines that a model wrote, checked one by one as a client would read them: what is refused is told to the model. */
import { checkMessages, type Fault } from '../../../../src/authoring/index.ts'
import type { Catalog, SurfaceMessage } from '../../../../src/entries/core.ts'
import { surfaceName } from '../memory.ts'

export interface LineCheckOptions {
  /** What the client can draw. */
  readonly catalog: Catalog
  /** Messages that the client has already, in their order. */
  readonly before: readonly SurfaceMessage[]
  /** The id of a new surface. Others of the same name, such as `answer` and `answer-2`, may be changed. */
  readonly surfaceId: string
  /** Web addresses that may stand in a message: a model must not make one up, or put into it what the user said. */
  readonly addresses: ReadonlySet<string>
}

export interface LineCheck {
  /** What a client applies of a line, and what is wrong with the line. Lines are counted from 1. */
  readonly take: (line: string) => { readonly message?: SurfaceMessage | undefined; readonly faults: readonly Fault[] }
  /** What is missing from the new surface now that all has come. */
  readonly end: () => readonly Fault[]
}

export function createLineCheck({ catalog, before, surfaceId, addresses }: LineCheckOptions): LineCheck {
  const shown = [...before]
  let number = 0
  return {
    take(text) {
      const line = ++number
      const early = ownFault(text, surfaceId, addresses) ?? tooEarly(text, surfaceId, shown)
      if (early) return { faults: [{ ...early, line }] }
      // More may follow: what is missing now is no fault yet.
      const { messages, faults } = checkMessages(text, catalog, { before: shown, final: false })
      shown.push(...messages)
      const wrong = faults.filter(({ severity }) => severity === 'error')
      return { message: messages[0], faults: wrong.map((fault) => ({ ...fault, line })) }
    },
    end() {
      const mine = shown.filter((message) => surfaceIdOf(message) === surfaceId)
      const wrong = checkMessages(mine, catalog).faults.filter(({ severity }) => severity === 'error')
      return wrong.map(({ line: _, ...fault }) => fault)
    },
  }
}

/** What the runtime cannot know: whose the surface is, and which addresses the shop gave. */
function ownFault(line: string, surfaceId: string, addresses: ReadonlySet<string>): Fault | undefined {
  const message = objectIn(line)
  const [kind, payload] = Object.entries(message ?? {}).find(([name]) => name !== 'version') ?? []
  const { surfaceId: named } = (payload ?? {}) as { readonly surfaceId?: unknown }
  if (typeof named !== 'string' || kind === undefined) return undefined
  const fault = { code: 'VALIDATION_FAILED', severity: 'error' } as const
  const begins = kind === 'createSurface' || kind === 'beginRendering'
  if (surfaceName(named) !== surfaceName(surfaceId) || (begins && named !== surfaceId)) {
    const hint = `Write to the surface "${surfaceId}".`
    return { ...fault, at: `/${kind}/surfaceId`, message: `"${named.slice(0, 100)}" is not yours`, hint }
  }
  // The id of a catalog looks like an address, and is none.
  const texts = textsIn({ ...(payload as object), catalogId: '' })
  const foreign = texts.find((text) => /https?:/i.test(text) && !addresses.has(text))
  if (foreign === undefined) return undefined
  const hint = 'Use an address exactly as a tool gave it, alone in its text, or none.'
  return { ...fault, at: `/${kind}`, message: `"${foreign.slice(0, 100)}" is no address of the shop`, hint }
}

/** An update of the new surface in v0.9 before its beginning, or after one that was refused: a client could not draw it. */
function tooEarly(line: string, surfaceId: string, shown: readonly SurfaceMessage[]): Fault | undefined {
  const { updateComponents, updateDataModel } = (objectIn(line) ?? {}) as { readonly [name: string]: unknown }
  const kind = updateComponents ? 'updateComponents' : 'updateDataModel'
  const { surfaceId: named } = (updateComponents ?? updateDataModel ?? {}) as { readonly surfaceId?: unknown }
  if (named !== surfaceId || shown.some((one) => 'createSurface' in one && surfaceIdOf(one) === named)) return undefined
  const hint = 'Send createSurface for it first, and then this line again.'
  const place = { at: `/${kind}/surfaceId`, message: `There is no surface "${surfaceId}" yet`, hint }
  return { code: 'SURFACE_NOT_FOUND', severity: 'error', ...place }
}

export function surfaceIdOf(message: SurfaceMessage): string | undefined {
  const payload = Object.values(message).find((value) => typeof value === 'object')
  return (payload as { readonly surfaceId?: string } | undefined)?.surfaceId
}

function objectIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // The check reports it, with the place.
    return undefined
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
