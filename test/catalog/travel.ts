// The invented host's functions, and its catalog compiled in both ways.

import { type Catalog, defineCatalog } from '../../src/catalog/catalog.ts'
import { type Args, defineFunctions } from '../../src/catalog/expression.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import { toText } from '../../src/json/coerce.ts'
import schema from './travel.json'
import compiled from './travel.json?catalog'

export const travelFunctions = defineFunctions<{ readonly distance: Args }>({
  /** Invented, as the places are: the letters between them. */
  distance: { run: ({ from, to }) => Math.abs(toText(to).length - toText(from).length) },
})

const options = { functions: travelFunctions, extend: basicCatalog, aliases: ['https://host.example/travel/latest'] }

/** Compiled while the tests are built, as a host's page would be. */
export const aheadOfTime: Catalog = defineCatalog(compiled, options)

/** Compiled in the page. */
export const inThePage: Catalog = defineCatalog(compileCatalog(schema), options)
