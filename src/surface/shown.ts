/**
 * Views read components and values here: those that were applied, and where there are none, those of the draft. The draft holds the
 * complete parts of lines that are not finished. Everything else reads what was applied alone.
 */
import type { Component } from '../catalog/component.ts'
import type { Pointer } from '../json/pointer.ts'
import type { Maybe } from '../json/value.ts'
import type { DataModel } from './data-model.ts'

/** The draft of one surface. A draft makes no request, sends nothing and reports nothing. */
export interface Draft extends Pick<DataModel, 'read' | 'items'> {
  readonly components: ReadonlyMap<string, Component>
  /** A message for the surface has come: parts that a stream left behind, when it ended within a line, are removed. */
  settle(): void
}

/** What of a surface is drawn. */
interface Drawn {
  readonly components: ReadonlyMap<string, Component>
  readonly model: Pick<DataModel, 'read'>
  readonly draft: Draft | undefined
}

export function shownComponent({ components, draft }: Drawn, id: string): Component | undefined {
  return components.get(id) ?? draft?.components.get(id)
}

export function shownValue({ model, draft }: Drawn, pointer: Pointer): Maybe {
  const value = model.read(pointer)
  return value === undefined ? draft?.read(pointer) : value
}
