/** `surface-runtime/catalogs`: the catalogs of the public protocol, and the worked example of a third party's. */

export { basicCatalog } from '../basic/catalog.ts'
export { extendedCatalog } from '../basic/extended/catalog.ts'
export { type FunctionPart, preloadFunctions } from '../basic/functions/preload.ts'
export { defaultCatalogs, minimalCatalog } from '../basic/minimal.ts'
