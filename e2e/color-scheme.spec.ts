// Light and dark as a host says it, in its stylesheet or by a script: with the stylesheet as it is, and as a host's build
// rewrites it for browsers without light-dark().
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { packageStylesheet } from '../.ci/stylesheet.ts'
import { expect, test } from './fixtures.ts'

const stylesheet = packageStylesheet()
const cache = resolve(import.meta.dirname, '../node_modules/.cache')

/** The stylesheets of a host and of this package, after a production build for the browsers of Vite's default target. */
async function built(host: string): Promise<string> {
  mkdirSync(cache, { recursive: true })
  const root = mkdtempSync(join(cache, 'color-scheme-'))
  try {
    writeFileSync(join(root, 'host.css'), `${host}\n${stylesheet}`)
    writeFileSync(join(root, 'index.html'), '<!doctype html><link rel="stylesheet" href="./host.css">')
    const result = await build({ root, configFile: false, logLevel: 'error', build: { write: false } })
    const { output } = Array.isArray(result) ? { output: result.flatMap((part) => part.output) } : (result as never)
    const [css] = (output as { fileName: string; source?: unknown }[]).filter(({ fileName }) =>
      fileName.endsWith('.css'),
    )
    return String(css?.source)
  } finally {
    rmSync(root, { recursive: true })
  }
}

const follows = ':root { color-scheme: light dark }'

/** Whether the page's text is dark, as the surface has it. */
async function schemeOf(page: Page, selector = '.sf-surface'): Promise<string> {
  const lightness = await page.locator(selector).evaluate((element) => {
    const [, value] = /oklch\(([\d.]+)/.exec(getComputedStyle(element).color) ?? []
    return Number(value)
  })
  return lightness < 0.5 ? 'light' : 'dark'
}

async function show(page: Page, css: string, attributes = ''): Promise<void> {
  await page.setContent(
    `<!doctype html><html ${attributes}><style>${css}</style><article class="sf-surface">Text</article></html>`,
  )
}

function setScheme(page: Page, scheme: string): Promise<void> {
  return page.evaluate((value) => {
    document.documentElement.style.setProperty('--other', '1')
    document.documentElement.style.colorScheme = value
  }, scheme)
}

for (const { name, css } of [
  { name: 'as it is', css: async (host: string) => `${host}\n${stylesheet}` },
  { name: 'rewritten by a build', css: built },
]) {
  test.describe(`the stylesheet ${name}`, () => {
    for (const host of ['', follows]) {
      const says = host === '' ? 'no scheme' : 'both schemes'
      for (const system of ['light', 'dark'] as const) {
        test(`follows scripts where the host's has ${says} and the system is ${system}`, async ({ page }) => {
          await page.emulateMedia({ colorScheme: system })
          await show(page, await css(host))
          const before = host === '' ? 'light' : system
          expect(await schemeOf(page)).toBe(before)
          for (const scheme of ['dark', 'light', 'dark', 'light dark', 'dark light', '']) {
            await setScheme(page, scheme)
            const wanted = scheme.includes(' ') ? system : scheme || before
            expect([scheme, await schemeOf(page)]).toEqual([scheme, wanted])
          }
        })
      }
    }

    test("follows what stands in the page's HTML, and a class of the host's within", async ({ page }) => {
      const sheet = await css(`${follows} .paper { color-scheme: light }`)
      await show(page, sheet, 'style="margin:0;color-scheme:dark"')
      expect(await schemeOf(page)).toBe('dark')
      await page.locator('.sf-surface').evaluate((element) => element.classList.add('paper'))
      expect(await schemeOf(page)).toBe('light')
    })
  })
}

test('the build of the test rewrites light-dark(), or it would prove nothing', async () => {
  const css = await built('')
  expect(css).not.toContain('light-dark(')
  expect(css).toContain('--lightningcss-dark')
})
