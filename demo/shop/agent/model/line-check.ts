/** Lines that a model wrote, read by the runtime as a client would read them: what it refuses is told to the model. */
import { createRuntime } from '../../../../src/basic/create-runtime.ts'
import type { Catalog, JsonObject, SurfaceError } from '../../../../src/core.ts'
import { surfaceName } from '../memory.ts'

/** What is wrong with a line, for the model. */
export interface LineReport {
  readonly code: string
  readonly message: string
  readonly hint: string
  /** JSON Pointer into the line. */
  readonly path?: string
  /** Its beginning; absent for what is missing at the end. */
  readonly line?: string
}

export interface LineCheckOptions {
  /** What the client can draw. */
  readonly catalogs: readonly Catalog[]
  /** Messages that the client has already, in their order. */
  readonly before: readonly JsonObject[]
  /** The id of a new surface. Others of the same name, such as `answer` and `answer-2`, may be changed. */
  readonly surfaceId: string
  /** Web addresses that may stand in a message: a model must not make one up, or put into it what the user said. */
  readonly addresses: ReadonlySet<string>
}

export interface LineCheck {
  /** The message of a line that is right; else reports. */
  readonly take: (line: string) => { readonly message?: JsonObject; readonly reports: readonly LineReport[] }
  /** What is missing from the new surface now that all has come. Call it once. */
  readonly end: () => readonly LineReport[]
}

export function createLineCheck({ catalogs, before, surfaceId, addresses }: LineCheckOptions): LineCheck {
  let errors: SurfaceError[] = []
  const runtime = createRuntime({
    catalogs,
    onError: (error) => errors.push(error),
  })
  runtime.apply(before)
  errors = []
  return {
    take(line) {
      const early = ownReports(line, surfaceId, addresses)
      if (early.length > 0) return { reports: early }
      runtime.push(`${line}\n`)
      const found = errors.filter(({ severity }) => severity === 'error')
      errors = []
      if (found.length > 0) return { reports: found.map((error) => reportOf(error, line)) }
      return { message: JSON.parse(line), reports: [] }
    },
    end() {
      runtime.end()
      const missing = errors.filter(({ place }) => place.surfaceId === surfaceId).map((error) => reportOf(error))
      runtime.dispose()
      return missing
    },
  }
}

function reportOf({ code, message, hint, place }: SurfaceError, line?: string): LineReport {
  return {
    ...{ code, message, hint },
    ...(place.at !== undefined && { path: place.at }),
    ...(line !== undefined && { line: line.slice(0, 200) }),
  }
}

/** What the runtime cannot know: whose the surface is, and which addresses the shop gave. */
function ownReports(line: string, surfaceId: string, addresses: ReadonlySet<string>): readonly LineReport[] {
  const message = objectIn(line)
  const [kind, payload] = Object.entries(message ?? {}).find(([name]) => name !== 'version') ?? []
  const { surfaceId: named } = (payload ?? {}) as { readonly surfaceId?: unknown }
  if (typeof named !== 'string' || kind === undefined) return []
  const short = line.slice(0, 200)
  const begins = kind === 'createSurface' || kind === 'beginRendering'
  if (surfaceName(named) !== surfaceName(surfaceId) || (begins && named !== surfaceId)) {
    const hint = `Write to the surface "${surfaceId}".`
    return [{ code: 'SURFACE_FOREIGN', message: `"${named}" is not yours`, hint, line: short }]
  }
  // The id of a catalog looks like an address, and is none.
  const texts = textsIn({ ...(payload as object), catalogId: '' })
  const foreign = texts.find((text) => /https?:/i.test(text) && !addresses.has(text))
  if (foreign === undefined) return []
  const hint = 'Use an address exactly as a tool gave it, alone in its text, or none.'
  return [
    { code: 'ADDRESS_UNKNOWN', message: `"${foreign.slice(0, 100)}" is no address of the shop`, hint, line: short },
  ]
}

function objectIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // The runtime reports it, with the place.
    return undefined
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
