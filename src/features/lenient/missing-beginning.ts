/** Lenient mode: what begins a surface whose agent has not said it. */
import { type CreateSurface, noCatalog, type Received } from '../../protocol/message.ts'

/** Whether a surface was begun without a catalog's name. */
export function isUnnamed(catalogId: string): boolean {
  return catalogId === noCatalog
}

/** The beginning that an update stands for: of the catalog that has its components. */
export function beginningFor({ surfaceId, family, line, at }: Received): Received<CreateSurface> {
  const version = family === 'v0.8' ? 'v0.8' : 'v0.9'
  const unknown = { catalogId: noCatalog, unnamed: true, theme: {}, sendDataModel: false }
  return { kind: 'createSurface', surfaceId, version, root: 'root', mayRestart: true, ...unknown, family, at, line }
}
