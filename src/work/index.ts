/**
 * `surface-runtime/catalogs/extended`: the catalog for work, and builders for agents that write its components in code. Its renderers
 * are at `surface-runtime/renderers/extended`.
 */

export {
  accordion,
  approval,
  avatar,
  badge,
  callout,
  chart,
  codeBlock,
  fileUpload,
  progress,
  select,
  stat,
  steps,
  table,
  workCatalogId,
} from './builders.ts'
export { workCatalog } from './catalog.ts'
export { work } from './prompt.ts'
