/** What the gallery shows of a component, and the lines that make it. */
import type { Catalog } from 'surface-runtime'
import { lines, v09 } from '../messages.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Fields = { readonly [key: string]: Json }

export interface Case {
  /** Unique within the exhibit. `invalid` and `busy` are brought about by the page. */
  readonly state: string
  /** Properties of the component, which is the root. */
  readonly props: Fields
  /** Further components. */
  readonly parts?: readonly Fields[]
  readonly data?: Fields
  readonly rightToLeft?: true
  /** Lines instead of those that `props`, `parts` and `data` make: for what only v0.8 can say. */
  readonly wire?: (surfaceId: string) => string
}

export interface Exhibit {
  readonly type: string
  /** Each case has the width of the page. */
  readonly wide?: true
  readonly cases: readonly Case[]
}

export function surfaceIdOf({ type }: Exhibit, { state }: Case): string {
  return `${type} ${state}`
}

/** `catalog`: default is the basic one. */
export function linesOf(exhibit: Exhibit, one: Case, catalog?: Catalog): string {
  const surfaceId = surfaceIdOf(exhibit, one)
  if (one.wire) return one.wire(surfaceId)
  const root = { id: 'root', component: exhibit.type, ...one.props }
  return lines(
    v09.create(surfaceId, {}, catalog),
    v09.data(surfaceId, '/', one.data ?? {}),
    v09.components(surfaceId, root, ...(one.parts ?? [])),
  )
}

export const long =
  'Donaudampfschifffahrtsgesellschaftskapitän and a sentence that is so long that it has to be broken into several lines wherever it stands'

/** A check that never holds. */
export const failing: Fields = {
  checks: [
    {
      condition: { call: 'required', args: { value: { path: '/nothing' } }, returnType: 'boolean' },
      message: 'Please choose something here.',
    },
  ],
}
