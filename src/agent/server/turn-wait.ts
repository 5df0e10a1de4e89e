/** Waits for a turn, but no longer than the client does. */
import { withResolvers } from '../resolvers.ts'

/** Resolves when the turn has settled or the client has gone. Leaves no listener behind. */
export async function waitForTurn(settled: Promise<void> | undefined, clientGone: AbortSignal): Promise<void> {
  if (clientGone.aborted) return
  const { promise: gone, resolve: leave } = withResolvers<void>()
  const listener = (): void => leave()
  clientGone.addEventListener('abort', listener)
  await Promise.race([settled, gone])
  clientGone.removeEventListener('abort', listener)
}
