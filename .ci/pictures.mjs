// `npm run pictures`: the README's moving pictures, as animated WebP, after a change of looks. A stream in the demo; and the way of
// a customer through the shop, in ten steps.
// Frames hold what has changed since the one before. Chromium encodes each; the container is put together here (RIFF, as in
// https://developers.google.com/speed/webp/docs/riff_container).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from './adopt/page.mjs'
import { buildPages, buildServers } from './demo-build.mjs'
import { servePages } from './demo-pages.mjs'
import { createDemoProcess } from './demo-process.mjs'
import { freePort, root } from './tools.mjs'

const [width, height] = [720, 600]
const address = 'transcripts.html?speed=60&theme=light#trip-planner'

/** Milliseconds from frame to frame of the stream, and those for which the last picture of each stays. */
const [step, rest] = [160, 3000]

/** Milliseconds for which a step of the journey stays. */
const look = 2000

/** What has to end, the newest first. */
const open = []
try {
  const data = mkdtempSync(join(tmpdir(), 'pictures-'))
  open.unshift(() => rmSync(data, { recursive: true, force: true }))
  const servers = await buildServers({ withModel: false })
  const shop = await begin(join(servers, 'business.js'), { port: await freePort(), data })
  const agent = await begin(join(servers, 'agent.js'), { port: await freePort(), shop, data })
  const pages = await servePages(await buildPages(), await freePort(), { agent, shop })
  open.unshift(pages.close)
  const browser = await openBrowser()
  open.unshift(() => browser.close())
  await write('stream.webp', await record(browser, pages.address), step)
  await write('journey.webp', await journey(browser, pages.address), look)

  async function write(name, shots, each) {
    const frames = await encode(browser, shots)
    const file = join(root, 'demo/guide', name)
    const picture = container(frames, each)
    writeFileSync(file, picture)
    console.log(`${file}: ${frames.length} frames, ${picture.length} bytes`)
  }
} finally {
  for (const close of open) await close()
}

/** The origin of a process of the demo that answers. */
async function begin(script, settings) {
  const started = createDemoProcess(script, settings, { onReady: () => undefined, onCrash: console.error })
  open.unshift(started.end)
  await started.ready
  return started.listening
}

/** Ten pictures: from the first look to the shop's own checkout. */
async function journey(browser, origin) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', locale: 'en-GB' })
  const page = await context.newPage()
  const shots = []
  const shoot = async (of = page) => {
    await of.mouse.move(1, 1)
    await of.waitForTimeout(600)
    shots.push((await of.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64'))
  }
  const button = (name) => page.getByRole('button', { name, exact: true }).last()
  const answered = async () => {
    await page.getByTestId('working').waitFor({ state: 'detached' })
    await page.waitForTimeout(400)
  }
  const press = async (name) => {
    await button(name).click()
    await answered()
  }
  await page.goto(origin)
  await page.getByRole('button', { name: /^Running shoes under 150/ }).waitFor()
  await shoot()
  await page.getByRole('button', { name: /^Running shoes under 150/ }).click()
  await button('More').waitFor()
  await answered()
  await shoot()
  await page.getByRole('checkbox', { name: 'Blue' }).check()
  await press('Filter all 23')
  await page.getByRole('checkbox', { name: 'Blue' }).scrollIntoViewIfNeeded()
  await shoot()
  await page.getByRole('textbox', { name: 'Message' }).fill('Compare the first two')
  await page.keyboard.press('Enter')
  await page.getByText('Rows with a dot differ.').waitFor()
  await answered()
  await shoot()
  await page
    .getByRole('button', { name: /^Details/ })
    .last()
    .click()
  await button('Add to cart').waitFor()
  await answered()
  await shoot()
  await page.getByRole('textbox', { name: 'Quantity' }).last().fill('2')
  await button('Add to cart').click()
  await button('Check out').waitFor()
  await answered()
  await shoot()
  await button('Check out').click()
  await button('Confirm').waitFor()
  await shoot()
  await button('Confirm').click()
  const leave = page.getByRole('button', { name: 'Go to the checkout' })
  await leave.waitFor()
  await answered()
  await shoot()
  await button('How this came about').click()
  await page.getByTestId('origin').waitFor()
  await shoot()
  await page.keyboard.press('Escape')
  const [checkout] = await Promise.all([context.waitForEvent('page'), leave.click()])
  await checkout.waitForLoadState()
  await shoot(checkout)
  await context.close()
  return shots
}

/** Pictures of the page until the stream is over, as PNG in base64. */
async function record(browser, origin) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.goto(origin + address)
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
async function encode(browser, shots) {
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

/** @param each Milliseconds of a step. */
function container(frames, each) {
  const animated = 2
  const header = Buffer.concat([Buffer.from([animated, 0, 0, 0]), number(width - 1), number(height - 1)])
  const forEver = Buffer.from([255, 255, 255, 255, 0, 0])
  const parts = frames.map(({ x, y, width, height, steps, webp }, at) => {
    const duration = steps * each + (at === frames.length - 1 ? rest : 0)
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
