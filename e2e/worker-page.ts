// One page for the tests of a worker. Each test has a document of its own in it; whoever changes more than a document ends the page.
// A new page costs 0.9 s of CPU, a new document in a page 0.2 s.
import type { Browser, BrowserContext, Page } from '@playwright/test'

/** What ends with the document, or is set back before the next test. All other members of a page and its context end the page. */
const harmless = new RegExp(
  `^(${[
    ...['locator', 'getBy\\w+', 'frameLocator', 'frames?', 'mainFrame', '\\$.*', 'ariaSnapshot', 'screenshot'],
    ...['evaluate\\w*', 'addStyleTag', 'addScriptTag', 'requestGC', 'waitFor\\w+', 'goto', 'reload'],
    ...['content', 'title', 'url', 'isClosed', 'context', 'pages', 'cookies', 'browser', 'viewportSize'],
    // Listeners are counted; the rest is set back.
    ...['on', 'off', 'once', 'addListener', 'removeListener', 'keyboard', 'mouse', 'setViewportSize', 'emulateMedia'],
    'constructor',
  ].join('|')})$`,
)

/** Of a new page: where `emulateMedia` and `setViewportSize` go back to. */
export interface Look {
  readonly viewport: { readonly width: number; readonly height: number } | null
  readonly colorScheme: 'light' | 'dark' | 'no-preference' | null
  readonly reducedMotion: 'reduce' | 'no-preference' | null
}

export interface WorkerPage {
  /** A page without a trace of the tests before: the last one at `about:blank`, or a new one. `kind`: pages of other options. */
  take(browser: Browser, kind: string, look: Look): Promise<Page>
  close(): Promise<void>
}

interface Emitter {
  eventNames(): readonly string[]
  listenerCount(name: string): number
}

/** A context of its own that may have more pages; the context is closed with `page.context()`. */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return await context.newPage()
}

export function createWorkerPage(): WorkerPage {
  let last: { readonly page: Page; readonly kind: string; readonly changes: Changes } | undefined
  const close = async (): Promise<void> => {
    await last?.page.context().close()
    last = undefined
  }
  return {
    async take(browser, kind, look) {
      if (last?.kind === kind && (await setBack(last.page, last.changes, look))) return last.page
      await close()
      const page = await newPage(browser)
      last = { page, kind, changes: watchChanges(page) }
      return page
    },
    close,
  }
}

interface Changes {
  /** Whether something but the document was changed. */
  any(): boolean
}

function watchChanges(page: Page): Changes {
  let [changed, held] = [false, 0]
  const context = page.context()
  for (const object of [page, context])
    for (const name of membersOf(object)) if (!harmless.test(name)) before(object, name, () => (changed = true))
  for (const device of [page.keyboard, page.mouse]) {
    before(device, 'down', () => held++)
    before(device, 'up', () => held--)
  }
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => frame.url().startsWith('http') && origins.add(new URL(frame.url()).origin))
  const listeners = listenersOf(page, context)
  return {
    any: () =>
      changed ||
      held !== 0 ||
      // What is stored is looked for in one.
      origins.size > 1 ||
      context.pages().length > 1 ||
      listenersOf(page, context) !== listeners,
  }
}

/** What Playwright documents of this object: names with an underscore are for its own use. */
function membersOf(object: object): readonly string[] {
  return [...Object.getOwnPropertyNames(Object.getPrototypeOf(object)), 'clock'].filter((name) => !name.startsWith('_'))
}

/** Does this first whenever the member is called or, if it is no function, looked at. */
function before(object: object, name: string, note: () => void): void {
  const value: unknown = Reflect.get(object, name)
  Object.defineProperty(object, name, {
    configurable: true,
    get() {
      if (typeof value !== 'function') {
        note()
        return value
      }
      return (...args: unknown[]) => {
        note()
        return Reflect.apply(value, object, args)
      }
    },
  })
}

function listenersOf(page: Page, context: BrowserContext): string {
  const counts = [page, context].map((object) => {
    const emitter = object as unknown as Emitter
    return emitter.eventNames().map((name) => `${name} ${emitter.listenerCount(name)}`)
  })
  return JSON.stringify(counts.map((each) => each.toSorted()))
}

/** Whether the page is as a new one now. */
async function setBack(page: Page, changes: Changes, { viewport, colorScheme, reducedMotion }: Look): Promise<boolean> {
  if (changes.any()) return false
  const kept = await page.evaluate(traces).catch(() => true)
  if (kept || (await page.context().cookies()).length > 0) return false
  await page.goto('about:blank')
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: null, contrast: null })
  // Out of the page, where nothing is below it.
  await page.mouse.move(-1, -1)
  return true
}

/** In the page: whether it has left something that the next document of its origin would find, or cannot say so. */
async function traces(): Promise<boolean> {
  if (window.name !== '' || !location.protocol.startsWith('http')) return true
  const stored = [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length]
  const workers = await navigator.serviceWorker.getRegistrations()
  return stored.some((count) => count > 0) || workers.length > 0 || (await caches.keys()).length > 0
}
