// What the checks in Firefox and WebKit share: the browser, the pages, and the few words that tests are written in.
import { test as base, expect } from '@playwright/test'
import type { Driver, LaunchOptions, Point } from './driver.ts'
import { launchFirefox } from './firefox.ts'
import { type Site, serve } from './server.ts'
import { launchWebKit } from './webkit.ts'

declare global {
  interface Window {
    /** Errors that the page has written or thrown so far (`server.ts`). */
    readonly complaints: string[]
  }
}

export interface BrowserOptions {
  readonly engine: 'firefox' | 'webkit'
  /** How the system that the browser runs on is set up. */
  readonly system: LaunchOptions
}

interface WorkerFixtures extends BrowserOptions {
  readonly launched: Driver | undefined
  readonly site: Site
}

interface Fixtures {
  readonly driver: Driver
  /** Loads `/…` of the demo, or a test page below `/test-pages/`. */
  readonly open: (path: string) => Promise<void>
}

let visits = 0

const launch = { firefox: launchFirefox, webkit: launchWebKit }

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  system: [
    { forcedColors: false, dark: false },
    { option: true, scope: 'worker' },
  ],
  launched: [
    async ({ engine, system }, use) => {
      const driver = await launch[engine](system)
      await use(driver)
      await driver?.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this.
    async ({}, use) => {
      const site = await serve()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  driver: async ({ launched, engine }, use, { skip }) => {
    if (!launched) {
      skip(true, `${engine} is not installed`)
      return
    }
    await use(launched)
    expect(await launched.evaluate(() => window.complaints)).toEqual([])
  },
  open: async ({ driver, site }, use) => {
    await use(async (path) => {
      // An address that differs from the last one in its hash alone would not load the page anew.
      const url = new URL(path, site.origin)
      url.searchParams.set('visit', String(++visits))
      await driver.goto(url.href)
      // WebKit's driver sometimes answers while the page before this one is still there.
      const state = (): string => {
        // The script of the stage waits for the parts that are loaded ahead.
        const ready = !location.pathname.endsWith('stage.html') || 'stage' in window
        return `${ready ? document.readyState : 'waiting'} ${new URLSearchParams(location.search).get('visit')}`
      }
      await expect.poll(() => driver.evaluate(state)).toBe(`complete ${visits}`)
    })
  },
})

export { expect }

/** Messages, each on its line, into the runtime of `pages/stage.html`; resolves when they are drawn, with all transitions at their end. */
export async function send(driver: Driver, ...messages: readonly object[]): Promise<void> {
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
  await driver.evaluate(async (chunk) => {
    window.stage.runtime.push(chunk)
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    }
  }, lines)
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** Where the first visible element of this selector, with this text in it, lies; waits until there is one, and scrolls to it. */
export async function boxOf(driver: Driver, selector: string, text = ''): Promise<Box> {
  const find = (wanted: string, part: string): Box | undefined => {
    const element = [...document.querySelectorAll(wanted)].find(
      (each) => each.getClientRects().length > 0 && each.textContent?.includes(part),
    )
    element?.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height } = element?.getBoundingClientRect() ?? {}
    return x === undefined ? undefined : ({ x, y, width, height } as Box)
  }
  let box: Box | undefined
  await expect.poll(async () => (box = (await driver.evaluate(find, selector, text)) ?? undefined)).toBeDefined()
  if (!box) throw new Error(`there is no ${selector} ${text}`)
  return box
}

export async function centreOf(driver: Driver, selector: string, text?: string): Promise<Point> {
  const { x, y, width, height } = await boxOf(driver, selector, text)
  return { x: x + width / 2, y: y + height / 2 }
}

export async function click(driver: Driver, selector: string, text?: string): Promise<void> {
  await driver.move(await centreOf(driver, selector, text))
  await driver.down()
  await driver.up()
}

/** The colours that are seen in a part of the viewport, as `r,g,b`, row by row. */
export async function pixels(driver: Driver, { x, y, width, height }: Box): Promise<readonly string[]> {
  const picture = (await driver.screenshot()).toString('base64')
  const read = async (png: string, left: number, top: number, columns: number, rows: number): Promise<string[]> => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(left, top, columns, rows)
    return Array.from({ length: columns * rows }, (_, at) => data.slice(4 * at, 4 * at + 3).join())
  }
  return await driver.evaluate(read, picture, Math.round(x), Math.round(y), Math.round(width), Math.round(height))
}

/** Names of the events that went to the agent. */
export async function events(driver: Driver): Promise<readonly string[]> {
  return await driver.evaluate(() => window.stage.events.map(({ name }) => name))
}

/** What of the surface `s`, or of the page, is said by this. */
export async function textOf(driver: Driver, selector: string): Promise<string> {
  return await driver.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector)
}

/** What is focused: its name, or the text of its label or of itself. */
export async function focused(driver: Driver): Promise<string> {
  return await driver.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent
    return `${element?.tagName.toLowerCase()} ${label ?? element?.textContent ?? ''}`
  })
}
