// The README's picture of the journey: what `npm run pictures` has made of the demo in Chromium.
import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'

test('[CH-35] the README shows the journey in ten pictures, each of another moment', async ({ page }) => {
  const readme = await readFile('README.md', 'utf8')
  expect(readme).toMatch(/!\[[^\]]{80,}\]\(demo\/guide\/journey\.webp\)/)
  const picture = await readFile('demo/guide/journey.webp', 'base64')
  await page.goto('/')
  const frames = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const decoder = new ImageDecoder({ data, type: 'image/webp' })
    await decoder.tracks.ready
    const { frameCount = 0 } = decoder.tracks.selectedTrack ?? {}
    const found: {
      readonly width: number
      readonly height: number
      readonly seconds: number
      readonly hash: string
    }[] = []
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex })
      const { displayWidth: width, displayHeight: height, duration } = image
      const canvas = new OffscreenCanvas(width, height)
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      const pixels = await canvas.convertToBlob()
      const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', await pixels.arrayBuffer()))].join()
      found.push({ width, height, seconds: (duration ?? 0) / 1_000_000, hash })
      image.close()
    }
    return found
  }, picture)
  expect(frames).toHaveLength(10)
  expect(new Set(frames.map(({ hash }) => hash)).size).toBe(10)
  for (const { width, height, seconds } of frames) {
    expect([width, height]).toEqual([720, 600])
    // Long enough to be read.
    expect(seconds).toBeGreaterThanOrEqual(1.5)
  }
})
