/** Loads all parts while the page is idle, one after another, so that they are there before they are needed. */
import { useEffect } from 'react'
import { missingModules } from './preload.ts'

/** Nothing is loaded ahead where the user has asked the browser to save data. A part that fails is loaded when needed. */
export function useIdlePreload(enabled: boolean): void {
  useEffect(() => {
    if (!enabled || savesData()) return
    const ending = new AbortController()
    void loadInTurn(ending.signal)
    return () => ending.abort()
  }, [enabled])
}

async function loadInTurn(signal: AbortSignal): Promise<void> {
  for (const load of missingModules()) {
    await idle()
    if (signal.aborted) return
    await load().catch(() => undefined)
  }
}

/** Safari has no idle callbacks: there a timer lets the first frames go first. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 5_000 })
    else setTimeout(resolve, 200)
  })
}

function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
