/** A turn for the browser: whatever waits there comes first, input and frames too. */

export interface Pause {
  /** Resolves in a task of its own. */
  turn(): Promise<void>
  end(): void
}

/**
 * A message to ourselves is a task of its own: input and frames come first, and no timer's minimum delay applies.
 * Node takes up to a thousand messages before it looks at its timers, and has `setImmediate` instead.
 */
export function createPause(): Pause {
  const { setImmediate } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown }
  if (setImmediate) return { turn: () => new Promise((resolve) => setImmediate(resolve)), end: () => undefined }
  let channel: MessageChannel | undefined
  return {
    turn: () =>
      new Promise((resolve) => {
        channel ??= new MessageChannel()
        channel.port1.onmessage = () => resolve()
        channel.port2.postMessage(undefined)
      }),
    end: () => channel?.port1.close(),
  }
}
