/** The components of one message, read by the surface's catalog: all of them, or the first fault. */
import type { Component } from '../catalog/component.ts'
import type { Door, ParseOptions } from '../catalog/door.ts'
import { type Report, SurfaceError } from '../json/errors.ts'
import type { Received, UpdateComponents } from '../protocol/message.ts'

/** Throws a `SurfaceError` with its place in the message. */
export function readComponents(
  { message, at, line }: Received<UpdateComponents>,
  door: Door,
  options: Pick<ParseOptions, 'limits' | 'lenient'>,
  report: Report,
): readonly Component[] {
  return message.components.map((wire, index) => {
    const place = `${at}/components/${index}`
    const outer = (error: SurfaceError): SurfaceError => error.below(place).in({ line, surfaceId: message.surfaceId })
    try {
      const origin = { at: place, ...(line === undefined ? {} : { line }) }
      return door.parseComponent(wire, origin, { ...options, warn: (error) => report(outer(error)) })
    } catch (error) {
      throw error instanceof SurfaceError ? outer(error) : error
    }
  })
}

/** A warning for each component whose id an earlier one of the same message has. */
export function duplicatesAmong(components: readonly Component[], surfaceId: string): readonly SurfaceError[] {
  const seen = new Set<string>()
  return components.flatMap(({ id, origin }) => {
    const known = seen.has(id)
    seen.add(id)
    return known ? [duplicate(id, origin.at).in({ line: origin.line, surfaceId })] : []
  })
}

function duplicate(componentId: string, at: string): SurfaceError {
  return new SurfaceError(
    'ID_DUPLICATE',
    `Two components of the message are called "${componentId}"; the last one counts`,
    { hint: 'Give each component an id of its own.', componentId, at: `${at}/id` },
    { severity: 'warning' },
  )
}
