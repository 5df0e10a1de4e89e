// Made by surface-runtime from the catalog's schema. Changes here are lost.
import type { ActionV09, DynamicNumber, DynamicString } from 'surface-runtime/builders'
import type { JsonValue } from 'surface-runtime/core'
import type { Act } from 'surface-runtime/react'

export type TravelStayProps = {
  readonly accessibility?: { readonly label?: string; readonly description?: string }
  readonly hotel: string
  readonly photo: string
  readonly nights: number
  readonly book: Act
}

/** Properties that renderers get, by component type: `Renderer<TravelProps['…']>`. */
export interface TravelProps {
  readonly Stay: TravelStayProps
}

export type TravelStayWritten = {
  readonly accessibility?: { readonly label?: DynamicString; readonly description?: DynamicString }
  readonly hotel: DynamicString
  readonly photo: DynamicString
  readonly nights: DynamicNumber
  readonly book: ActionV09
}

/** Properties that agents write, by component type: `buildersFor<TravelWritten>(catalog)`. */
export interface TravelWritten {
  readonly Stay: TravelStayWritten
}

export type TravelNightsArgs = {
  readonly from: JsonValue | undefined
  readonly to: JsonValue | undefined
}

/** Arguments that functions get, evaluated: what is bound may be anything. `defineFunctions<TravelArgs>(…)`. */
export interface TravelArgs {
  readonly nights: TravelNightsArgs
}
