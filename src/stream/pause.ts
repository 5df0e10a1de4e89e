/** Gives the browser a turn: its waiting tasks run first, such as input and frames. */

export interface Pause {
  /** Resolves in a task of its own. */
  turn(): Promise<void>
  end(): void
}

/**
 * A posted message is a task of its own: input and frames run first, and the minimum delay of timers does not apply.
 * Node uses `setImmediate`, because it handles up to 1,000 messages before its timers.
 */
export function createPause(): Pause {
  const { setImmediate } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown }
  let channel: MessageChannel | undefined
  return {
    turn: () =>
      new Promise((resolve) => {
        if (setImmediate) return void setImmediate(resolve)
        channel ??= new MessageChannel()
        channel.port1.onmessage = () => resolve()
        channel.port2.postMessage(undefined)
      }),
    end: () => channel?.port1.close(),
  }
}
