// The installed Firefox, through WebDriver BiDi.
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { findFirefox } from '../../.ci/browser.mjs'
import { type Driver, type LaunchOptions, viewport } from './driver.ts'

/** `undefined` where no Firefox is installed. */
export async function launchFirefox(options: LaunchOptions): Promise<Driver | undefined> {
  const executablePath = findFirefox()
  if (executablePath === undefined) return undefined
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: viewport,
    extraPrefsFirefox: preferences(options),
  })
  const page = await browser.newPage()
  return {
    goto: async (url) => void (await page.goto(url)),
    // Puppeteer's types know nothing of readonly arguments.
    evaluate: (run, ...args) => page.evaluate(run as never, ...(args as unknown as never[])),
    move: ({ x, y }) => page.mouse.move(x, y),
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
    type: (text) => page.keyboard.type(text),
    async press(key) {
      const [name, shift] = key.split('+').reverse() as [KeyInput, string?]
      if (shift) await page.keyboard.down('Shift')
      await page.keyboard.press(name)
      if (shift) await page.keyboard.up('Shift')
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}

function preferences({ forcedColors, dark }: LaunchOptions): Record<string, number | string> {
  return {
    'intl.accept_languages': 'en-GB',
    'ui.systemUsesDarkTheme': dark ? 1 : 0,
    // 2: the browser's colours instead of the page's, always.
    'browser.display.document_color_use': forcedColors ? 2 : 1,
  }
}
