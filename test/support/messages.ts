// Wire messages in few letters, as the tables of the tests write them.
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'

/** The basic catalog's id in v0.9. */
export const catalogId = basicCatalog.catalogId

/** v0.9 createSurface; `extra` adds or replaces members of the payload. */
export function CS(surfaceId: string, extra: JsonObject = {}): JsonObject {
  return { version: 'v0.9', createSurface: { surfaceId, catalogId, ...extra } }
}

/** v0.9 updateComponents. */
export function UC(surfaceId: string, components: readonly JsonValue[]): JsonObject {
  return { version: 'v0.9', updateComponents: { surfaceId, components } }
}

/** v0.9 updateDataModel; without a value, the one that removes. */
export function UD(surfaceId: string, path: string, value?: JsonValue): JsonObject {
  return { version: 'v0.9', updateDataModel: { surfaceId, path, ...(value === undefined ? {} : { value }) } }
}

/** v0.9 deleteSurface. */
export function DS(surfaceId: string): JsonObject {
  return { version: 'v0.9', deleteSurface: { surfaceId } }
}

/** v0.9 Text. */
export function T(id: string, text: JsonValue): JsonObject {
  return { id, component: 'Text', text }
}

/** The same for v0.8. */
export const v08 = {
  /** beginRendering; `extra` adds or replaces members of the payload. */
  BR: (surfaceId: string, root = 'root', extra: JsonObject = {}): JsonObject => ({
    beginRendering: { surfaceId, root, ...extra },
  }),
  /** surfaceUpdate. */
  SU: (surfaceId: string, components: readonly JsonValue[]): JsonObject => ({
    surfaceUpdate: { surfaceId, components },
  }),
  /** dataModelUpdate; without a path, of the whole model. */
  DM: (surfaceId: string, contents: readonly JsonValue[], path?: string): JsonObject => ({
    dataModelUpdate: { surfaceId, ...(path === undefined ? {} : { path }), contents },
  }),
  /** An entry of contents: a text. */
  E: (key: string, valueString: string): JsonObject => ({ key, valueString }),
  /** An entry of contents: a map of entries. */
  M: (key: string, ...valueMap: readonly JsonValue[]): JsonObject => ({ key, valueMap }),
  /** deleteSurface. */
  DS: (surfaceId: string): JsonObject => ({ deleteSurface: { surfaceId } }),
  /** A component of any type. */
  C: (id: string, type: string, props: JsonObject): JsonObject => ({ id, component: { [type]: props } }),
  /** Text: a literal, or whatever wrapper is given. */
  T: (id: string, text: string | JsonObject): JsonObject => ({
    id,
    component: { Text: { text: typeof text === 'string' ? { literalString: text } : text } },
  }),
} as const

/** A surface beside the one under test; whatever happens there, this one must read "witness". */
export const GOOD: readonly JsonObject[] = [CS('g'), UC('g', [T('root', 'witness')])]

/** JSON Lines. A string is a line as it stands. Each line ends with a newline. */
export function lines(...messages: readonly (JsonValue | string)[]): string {
  return messages.map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`).join('')
}
