/** The sources that have fed each surface. When one source ends, another one may still send parts. */
import { addTo } from '../live/add-to.ts'

/** A source that is read. `undefined`: the calls of `push` and `apply`, which have no certain end. */
export type Source = object | undefined

export interface Sources {
  /** A source has brought a message for a surface. */
  feed(surfaceId: string, source: Source): void
  /** A source has ended. Whether it fed a surface that no other read under way has fed. */
  end(surfaceId: string, source: Source): boolean
  /** The surface is gone. */
  forget(surfaceId: string): void
}

export function createSources(): Sources {
  const bySurface = new Map<string, Set<Source>>()
  return {
    feed: (surfaceId, source) => void addTo(bySurface, surfaceId, source),
    end(surfaceId, source) {
      const sources = bySurface.get(surfaceId)
      return sources?.delete(source) === true && [...sources].every((other) => other === undefined)
    },
    forget: (surfaceId) => void bySurface.delete(surfaceId),
  }
}
