/** Reads the components of one message with the dialect of the surface: all of them, or their faults. */
import type { Component, Origin } from '../catalog/component.ts'
import { notRead } from '../catalog/dialect.ts'
import type { ParseOptions } from '../catalog/parse-options.ts'
import { asSurfaceErrors, maxFaultsOfMessage, type Report, SurfaceError, together } from '../errors/surface-error.ts'
import { maxValues } from '../json/inspect.ts'
import type { JsonValue } from '../json/value.ts'
import type { Received, UpdateComponents } from '../protocol/message.ts'
import type { SurfaceParts } from './surface-parts.ts'

/** Warnings that are reported for one message. In lenient mode one line has room for 100,000. */
const maxWarnings = 1_000

/** Throws a `SurfaceError` with its place in the message. Strict: all faults of all components, together. */
export function readComponents(
  { surfaceId, components: wires, at, line, foreign, first = 0 }: Received<UpdateComponents>,
  { dialect, limits, lenient }: Pick<SurfaceParts, 'dialect' | 'limits' | 'lenient'>,
  report: Report,
): readonly Component[] {
  const base = `${at}/components/`
  let index = 0
  let warnings = 0
  const outer = (error: SurfaceError): SurfaceError => error.below(base + (first + index)).in({ line, surfaceId })
  const own = foreign ? { foreign: { limits, values: maxValues - wires.length } } : {}
  const warn: Report = (error) => {
    if (warnings++ < maxWarnings) report(outer(error))
  }
  const parse: ParseOptions = { limits, lenient, ...own, warn }
  const components: Component[] = []
  const faults: SurfaceError[] = []
  for (; index < wires.length && faults.length < maxFaultsOfMessage; index++) {
    try {
      const wire = wires[index] as JsonValue
      components.push(dialect.parseComponent(wire, new Place(base, first + index, line), parse))
    } catch (error) {
      // `notRead` is one object for all messages: it must not get the place of one of them.
      if (foreign) throw notRead
      faults.push(...asSurfaceErrors(error).map(outer))
    }
  }
  if (faults.length > 0) throw together(faults)
  return components
}

/**
 * The place of a component in its message. The text is made only for a report, because there are thousands of
 * components.
 */
class Place implements Origin {
  readonly line: number | undefined
  private readonly base: string
  private readonly index: number

  constructor(base: string, index: number, line: number | undefined) {
    this.base = base
    this.index = index
    this.line = line
  }

  get at(): string {
    return this.base + this.index
  }
}

/** Duplicates that are reported for one message. One line has room for 15,000. */
const maxReported = 100

/** A warning for each component with the id of an earlier component of the same message. */
export function duplicatesAmong(components: readonly Component[], surfaceId: string): readonly SurfaceError[] {
  const seen = new Set<string>()
  const found: SurfaceError[] = []
  for (const { id, origin } of components) {
    if (found.length === maxReported) break
    if (seen.has(id)) found.push(duplicate(id, origin.at).in({ line: origin.line, surfaceId }))
    seen.add(id)
  }
  return found
}

function duplicate(componentId: string, at: string): SurfaceError {
  return new SurfaceError(
    'ID_DUPLICATE',
    `Two components of the message are called "${componentId}"; the last one counts`,
    { hint: 'Give each component an id of its own.', componentId, at: `${at}/id` },
    { severity: 'warning' },
  )
}
