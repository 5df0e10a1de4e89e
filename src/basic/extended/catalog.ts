/** An example of a third party's catalog: the basic catalog, and the two functions of `catalogs/extended/functions.json`. */
import compiled from '../../../catalogs/extended/functions.json?catalog'
import { type Catalog, defineCatalog } from '../../catalog/catalog.ts'
import { defineFunctions, type FunctionDefinitions } from '../../catalog/expression.ts'
import { toNumber, toText } from '../../json/coerce.ts'
import { basicCatalog } from '../catalog.ts'

/** An implementation for each function of the schema. */
export const extendedFunctions: FunctionDefinitions = defineFunctions({
  trim: {
    run({ value, chars }) {
      const text = toText(value)
      return chars === undefined ? text.trim() : trimAny(text, new Set(toText(chars)))
    },
  },
  /** A page knows its own screen only: any index but 0 fails. */
  getScreenResolution: {
    run({ screenIndex }, { screen }) {
      const index = toNumber(screenIndex)
      if (index !== 0 || !screen) throw new RangeError(`there is no screen ${index}`)
      return [screen.width, screen.height]
    },
  },
})

/** `chars` are characters, not UTF-16 units: an emoji is one character. */
function trimAny(text: string, chars: ReadonlySet<string>): string {
  const characters = [...text]
  let start = 0
  let end = characters.length
  while (start < end && chars.has(characters[start] as string)) start++
  while (end > start && chars.has(characters[end - 1] as string)) end--
  return characters.slice(start, end).join('')
}

/** The basic catalog, `trim` and `getScreenResolution`. */
export const extendedCatalog: Catalog = defineCatalog(compiled, { extend: basicCatalog, functions: extendedFunctions })
