// A browser on a machine that has one family of fonts.
import { writeFileSync } from 'node:fs'
import { type Browser, type BrowserType, expect, type Page } from '@playwright/test'

/** The families that this browser draws texts in such fonts with. */
async function familiesOf(page: Page, ...fonts: readonly string[]): Promise<string[]> {
  await page.setContent(fonts.map((font) => `<p style="font-family: ${font}">Letters</p>`).join(''))
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { root } = await client.send('DOM.getDocument')
  const { nodeIds } = await client.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' })
  const used = await Promise.all(nodeIds.map((nodeId) => client.send('CSS.getPlatformFontsForNode', { nodeId })))
  return used.flatMap(({ fonts }) => fonts.map(({ familyName }) => familyName))
}

const fontConfig = (family: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include>${process.env['FONTCONFIG_FILE'] ?? '/etc/fonts/fonts.conf'}</include>
  <selectfont>
    <acceptfont><pattern><patelt name="family"><string>${family}</string></patelt></pattern></acceptfont>
    <rejectfont><pattern /></rejectfont>
  </selectfont>
</fontconfig>
`

/**
 * Starts a browser that knows the machine's monospace family alone: of all families, its letters differ most from those of the
 * pages' font. `page` is of a browser that knows them all, `file` is where the fontconfig is written.
 */
export async function launchWithOneFamily(type: BrowserType, page: Page, file: string): Promise<Browser> {
  const [family = ''] = await familiesOf(page, 'monospace')
  writeFileSync(file, fontConfig(family))
  const browser = await type.launch({ env: { ...process.env, FONTCONFIG_FILE: file } })
  const alone = await browser.newPage()
  expect(await familiesOf(alone, 'sans-serif', 'serif', 'Arial')).toEqual([family, family, family])
  await alone.close()
  return browser
}
