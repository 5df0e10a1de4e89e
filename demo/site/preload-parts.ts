/** Loads the parts of surfaces before the page is drawn, but lets nobody wait long for it. */
import { preload } from 'surface-runtime'

/** Milliseconds. On a slow network the page is drawn without the parts, which arrive later. */
const patience = 1_000

/** Resolves when all parts are there, when one of them cannot be loaded, or after a second. Never rejects. */
export async function preloadParts(): Promise<void> {
  const slow = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([preload().catch(() => undefined), slow])
}
