/** What the shop's lists say of an article; `products.ts` makes products of them. */
import type { PictureName } from './picture.ts'

export interface Item {
  readonly title: string
  readonly picture: PictureName
  /** Of the picture, as `#rrggbb`. */
  readonly colour: string
  /** As a shopper says it. Absent: nobody asks for it, or the variants have each their own. */
  readonly colourName?: string
  /** Price in cents of a US dollar; the other currencies follow from it. */
  readonly cents: number
  readonly category: string
  readonly text: string
  /** What the variants differ in. */
  readonly optionName: string
  /** `extra`: cents on top. */
  readonly variants: readonly { readonly option: string; readonly stock: number; readonly extra?: number }[]
  /** The currencies that it is sold in; the first is shown by default. Default: USD, EUR, JPY. */
  readonly currencies?: readonly Currency[]
}

export type Currency = 'USD' | 'EUR' | 'JPY' | 'KWD'
