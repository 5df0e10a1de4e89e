/** What a host passed where a catalog or its schema is wanted, and the ways to one. */
import { describeValue, isObject } from '../json/value.ts'

/** What a value is and where it belongs; `undefined`: it is none of the stages of a catalog. */
export function stageOf(value: unknown): readonly [what: string, hint: string] | undefined {
  const { default: module, dialects, includes } = isObject(value) ? value : {}
  if (module) return ['a module', 'Pass its default export.']
  if (dialects) return ['a defined catalog', 'Pass it to createRuntime.']
  return includes ? ['a compiled catalog', 'Pass it to defineCatalog.'] : undefined
}

/** `must`: what is wanted, and where. */
export function notCompiled(must: string, value: unknown): TypeError {
  const { catalogId } = isObject(value) ? value : {}
  const [what, hint] = stageOf(value) ?? [
    catalogId ? `the JSON Schema ${describeValue(catalogId)}` : describeValue(value),
    ways,
  ]
  return new TypeError(`${must}, not ${what}. ${hint}`)
}

const ways =
  'An import with "?catalog" needs the plugin of surface-runtime/vite; without Vite use the command "surface-runtime compile", or in the page compileCatalog of surface-runtime/ajv.'
