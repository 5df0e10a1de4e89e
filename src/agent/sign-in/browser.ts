/** The two ways of a page to an authorization server and back: in a window of its own, or by leaving the page. */
import type { Redirect } from './options.ts'

/** Pages of the same origin hear one another here, and no other page does. It goes on where a window has lost its opener. */
const channelName = 'surface-runtime sign-in'

export interface PopupOptions {
  /** Address of a page of this origin that calls `finishSignIn()`, and that the authorization server knows. */
  readonly redirectUri: string
  /** Of `window.open`. Default: `popup,width=480,height=640`. */
  readonly features?: string
}

/**
 * Signs in in a window of its own; the page stays as it is. A browser opens the window only while the user presses: call `open()` of
 * the state from a button.
 */
export function popup({ redirectUri, features = 'popup,width=480,height=640' }: PopupOptions): Redirect {
  return {
    begin() {
      const channel = new BroadcastChannel(channelName)
      return {
        redirectUri: new URL(redirectUri, location.href).href,
        open(address) {
          const opened = window.open('', 'surface-runtime-sign-in', features)
          if (!opened) return
          // The pages that follow could send this one elsewhere.
          opened.opener = null
          opened.location.href = address
        },
        returned: (state, signal) =>
          new Promise<string>((resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
            channel.addEventListener('message', ({ data }) => {
              // Another page of this origin may be signing in, too.
              if (typeof data === 'string' && new URLSearchParams(data).get('state') === state) resolve(data)
            })
          }).finally(() => channel.close()),
      }
    },
  }
}

/**
 * In the page at `redirectUri` of `popup`: hands on what the authorization server said, takes it out of the address, and closes the
 * window. It goes to no address, whatever its own holds.
 */
export function finishSignIn(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(location.search)
  channel.close()
  history.replaceState(null, '', location.pathname)
  window.close()
}

export interface RedirectOptions {
  /** Address of this page, as the authorization server knows it. Default: without query and fragment. */
  readonly redirectUri?: string
  /** Keeps what has to be known when the user comes back; no token. Default: `sessionStorage`, which ends with the tab. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** Signs in by leaving the page. When the user comes back, `signIn` with the same options goes on by itself. */
export function redirect({ redirectUri, storage = sessionStorage }: RedirectOptions = {}): Redirect {
  return {
    begin: () => ({
      redirectUri: redirectUri ?? location.origin + location.pathname,
      open: (address) => location.assign(address),
      keep: (key, text) => storage.setItem(key, text),
      // The page ends before.
      returned: (_state, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    }),
    resume(key) {
      const query = location.search
      const kept = storage.getItem(key)
      const state = new URLSearchParams(query).get('state')
      // An answer that nobody here asked for is left alone: somebody else may have sent the user with it.
      if (kept === null || state === null || !kept.includes(JSON.stringify(state))) return undefined
      storage.removeItem(key)
      const rest = new URL(location.href)
      for (const name of ['code', 'state', 'iss', 'error', 'error_description', 'scope', 'session_state'])
        rest.searchParams.delete(name)
      history.replaceState(history.state, '', rest)
      return { kept, query }
    },
  }
}
