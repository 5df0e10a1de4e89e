// One page in Chromium: does the surface draw, do the parts that load late arrive, does an event go out, is all silent?
import { chromium } from '@playwright/test'
import { findBrowser } from '../browser.mjs'
import { company, date, heading, rows } from './messages.mjs'

export function openBrowser() {
  return chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
}

/** Throws where the page of `url` does not do what a host may expect. Every host writes the names of events to `output`. */
export async function usePage(browser, url) {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 } })
  // Pasting takes the clipboard of the browser.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin })
  const page = await context.newPage()
  const complaints = listen(page)
  const open = async () => {
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: heading }).waitFor({ timeout: 15_000 })
    await page.getByText(date).waitFor({ timeout: 15_000 })
    await page.getByText(company).waitFor({ timeout: 15_000 })
  }
  try {
    await open()
    await checkFirstEntry(page, () => page.keyboard.press('Control+V'))
    await open()
    await checkFirstEntry(page, () => page.keyboard.type('Ada'))
    await checkPattern(page)
    await checkWindowing(page)
    await checkEvent(page)
    await checkLooks(page)
  } catch (error) {
    throw new Error([error.message, ...complaints].join('\n'))
  } finally {
    await context.close()
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}

/** What the page complains of: to its console, by throwing, or by asking for what is not there. */
function listen(page) {
  const complaints = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  page.on('requestfailed', (request) => complaints.push(`not loaded: ${request.url()}`))
  return complaints
}

/** The first thing that the user enters on a page, by `enter`, stays whole. */
async function checkFirstEntry(page, enter) {
  const field = page.getByLabel('Name')
  await field.focus()
  await page.evaluate(() => navigator.clipboard.writeText('Ada'))
  await enter()
  await page.waitForTimeout(200)
  const value = await field.inputValue()
  if (value !== 'Ada') throw new Error(`the first entry "Ada" became "${value}"`)
}

/** The module of `regex` is fetched for the first pattern. */
async function checkPattern(page) {
  const field = page.getByLabel('Code')
  await field.fill('123')
  await field.blur()
  await page.getByText('Letters only').waitFor({ timeout: 15_000 })
  await field.fill('abc')
  await page.getByText('Letters only').waitFor({ state: 'detached', timeout: 5000 })
}

/** The windowing library is fetched for the first long list: then rows out of sight leave the page. */
async function checkWindowing(page) {
  const items = page.locator('.sf-list__item')
  await page.waitForFunction((all) => document.querySelectorAll('.sf-list__item').length < all, rows, {
    timeout: 15_000,
  })
  await page.locator('.sf-list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await items.filter({ hasText: `Row ${rows - 1}` }).waitFor({ timeout: 15_000 })
}

async function checkEvent(page) {
  // A list that has only just scrolled moves nothing: the press counts at once.
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForFunction(() => document.querySelector('output')?.textContent !== '')
  const output = await page.locator('output').textContent()
  if (output !== 'sent') throw new Error(`one press made the events "${output}"`)
}

/** The stylesheet is there where a surface is a grid. */
async function checkLooks(page) {
  const display = await page.locator('.sf-surface').evaluate((surface) => getComputedStyle(surface).display)
  if (display !== 'grid') throw new Error('surface-runtime/styles.css has no effect')
}
