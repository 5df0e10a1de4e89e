// The README's moving picture: a stream in the demo, as an animated WebP. Run by hand, after a change of looks:
//   node .ci/picture.mjs
// Frames hold what has changed since the one before. Chromium encodes each; the container is put together here (RIFF, as in
// https://developers.google.com/speed/webp/docs/riff_container).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './adopt/page.mjs'
import { buildPages } from './demo-build.mjs'
import { servePages } from './demo-pages.mjs'
import { freePort, root } from './tools.mjs'

const [width, height] = [720, 600]
const address = 'transcripts.html?speed=60&theme=light#trip-planner'

/** Milliseconds from frame to frame, and those for which the last one stays. */
const [step, rest] = [160, 3000]

const pages = await servePages(await buildPages(), await freePort(), {})
const browser = await openBrowser()
try {
  const frames = await encode(await record())
  const file = join(root, 'demo/guide/stream.webp')
  const picture = container(frames)
  writeFileSync(file, picture)
  console.log(`${file}: ${frames.length} frames, ${picture.length} bytes`)
} finally {
  await browser.close()
  await pages.close()
}

/** Pictures of the page until the stream is over, as PNG in base64. */
async function record() {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.goto(pages.address + address)
  await page.addStyleTag({
    content: '.toolbar { display: none !important } .page { grid-template-rows: 0 auto !important }',
  })
  const shots = []
  const done = page.locator('[data-testid="player-status"][data-state="done"]')
  while (shots.length < 150) {
    const over = (await done.count()) > 0
    shots.push((await page.screenshot()).toString('base64'))
    if (over) break
    await page.waitForTimeout(step / 2)
  }
  await page.close()
  return shots
}

/** Each picture that differs from the one before: the place that has changed, as WebP, and for how many steps it stays. */
async function encode(shots) {
  const page = await browser.newPage()
  const frames = await page.evaluate(async (pictures) => {
    const frames = []
    let before
    for (const picture of pictures) {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d', { willReadFrequently: true })
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      const box = changed(data, before, bitmap.width, bitmap.height)
      before = data
      if (!box) {
        frames.at(-1).steps++
        continue
      }
      const part = new OffscreenCanvas(box.width, box.height)
      part.getContext('2d', { alpha: false }).drawImage(canvas, -box.x, -box.y)
      const bytes = new Uint8Array(
        await (await part.convertToBlob({ type: 'image/webp', quality: 0.75 })).arrayBuffer(),
      )
      frames.push({ ...box, steps: 1, webp: btoa(String.fromCharCode(...bytes)) })
    }
    return frames

    /** In even numbers, as frames are placed. */
    function changed(data, before, width, height) {
      if (!before) return { x: 0, y: 0, width, height }
      let [left, top, right, bottom] = [width, height, -1, -1]
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === before[at] && data[at + 1] === before[at + 1] && data[at + 2] === before[at + 2]) continue
        const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
      if (right < 0) return undefined
      const [x, y] = [left & ~1, top & ~1]
      return { x, y, width: right + 1 - x, height: bottom + 1 - y }
    }
  }, shots)
  return frames.map((frame) => ({ ...frame, webp: Buffer.from(frame.webp, 'base64') }))
}

function container(frames) {
  const animated = 2
  const header = Buffer.concat([Buffer.from([animated, 0, 0, 0]), number(width - 1), number(height - 1)])
  const forEver = Buffer.from([255, 255, 255, 255, 0, 0])
  const parts = frames.map(({ x, y, width, height, steps, webp }, at) => {
    const duration = steps * step + (at === frames.length - 1 ? rest : 0)
    const place = [x / 2, y / 2, width - 1, height - 1, duration].map(number)
    const opaque = Buffer.from([2])
    return chunk('ANMF', Buffer.concat([...place, opaque, pictureIn(webp)]))
  })
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', header), chunk('ANIM', forEver), ...parts]))
}

/** A frame may not have what stands before the picture: a header of its own, and colours. */
function pictureIn(webp) {
  let at = 12
  while (!webp.toString('latin1', at, at + 4).startsWith('VP8 '))
    at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2)
  return webp.subarray(at)
}

/** Three bytes, the least first. */
function number(value) {
  return Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255])
}

function chunk(name, content) {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)])
}
