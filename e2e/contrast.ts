// Contrast of colours as the page draws them, however they are written.
import type { Page } from '@playwright/test'

/** The contrast of each two colours, from 1 to 21 (WCAG 2.2). */
export async function contrasts(page: Page, pairs: readonly (readonly [string, string])[]): Promise<number[]> {
  return await page.evaluate((all) => {
    const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const luminance = (colour: string): number => {
      if (!pixel) return 0
      pixel.fillStyle = colour
      pixel.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return all.map((pair) => {
      const [dark = 0, bright = 0] = pair.map(luminance).sort((left, right) => left - right)
      return (bright + 0.05) / (dark + 0.05)
    })
  }, pairs)
}
