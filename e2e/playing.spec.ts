// A film or sound that plays while the user types: its server learns nothing of the text from what the data say. The server is real,
// and notes each request, its range, what it could send and when the page hung up.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { button, value } from './between.ts'
import { test as base, expect } from './fixtures.ts'
import { send } from './pointer.ts'
import { column, components, create, data } from './wire.ts'

/** An hour of silence: 8,000 bytes a second. */
const length = 8_000 * 3_600

function header(): Buffer {
  const bytes = Buffer.alloc(44)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + length, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8_000, 24)
  bytes.writeUInt32LE(8_000, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(length, 40)
  return bytes
}

interface Sounds {
  readonly origin: string
  /** `open /a bytes=0-`, `close /a`, in order. */
  readonly noted: string[]
}

const test = base.extend<{ sounds: Sounds }>({
  sounds: async ({ elsewhere }, use) => {
    const noted: string[] = []
    const server: Server = createServer((request, response) => {
      const { url = '', headers } = request
      noted.push(`open ${url} ${headers.range ?? 'whole'}`)
      response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': 44 + length })
      response.write(header())
      // As fast as it plays: the page never has all of it.
      const timer = setInterval(() => response.write(Buffer.alloc(16_000, 128)), 100)
      response.on('close', () => {
        clearInterval(timer)
        noted.push(`close ${url}`)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, noted })
    server.closeAllConnections()
    server.close()
    elsewhere.splice(0)
  },
})

const field = { id: 'field', component: 'TextField', label: 'PIN', value: { path: '/pin' } }

/** One address for the number one, another one for any other. */
const chosen = (one: string, other: string): object => ({
  call: 'pluralize',
  args: { value: { path: '/pin' }, one, other },
})

const sound = (id: string, url: unknown): object => ({ id, component: 'AudioPlayer', url })

const model = { pin: '', rows: [{ name: 'first' }] }

/** How the text could reach the server: what is drawn of the playing sound depends on it. */
const ways: readonly (readonly [
  name: string,
  /** The sounds of the page once the text is sent. */
  after: readonly string[],
  parts: (origin: string) => readonly object[],
  afterwards?: readonly object[],
])[] = [
  [
    'its address is made of the text, from two that were shown',
    ['/b', '/a', '/b'],
    (origin) => [
      column('root', ['field', 'playing', 'a', 'b', 'send']),
      sound('playing', chosen(`${origin}/b`, `${origin}/a`)),
      sound('a', `${origin}/a`),
      sound('b', `${origin}/b`),
    ],
  ],
  [
    'its row goes with what the user chose',
    [],
    (origin) => [
      column('root', ['field', 'choice', 'rows', 'send']),
      {
        ...{ id: 'choice', component: 'ChoicePicker', label: 'Days', variant: 'multipleSelection' },
        ...{ options: [{ label: 'Monday', value: 'mo' }], value: { path: '/days' } },
      },
      column('rows', { componentId: 'playing', path: '/days' }),
      sound('playing', `${origin}/a`),
    ],
  ],
  [
    'the agent takes its row away',
    [],
    (origin) => [
      column('root', ['field', 'rows', 'send']),
      column('rows', { componentId: 'playing', path: '/rows' }),
      sound('playing', `${origin}/a`),
    ],
    [data('s', '/rows', [])],
  ],
]

for (const [name, after, parts, afterwards] of ways)
  test(`[BC-21] nothing tells the server what was typed: ${name}`, async ({ page, open, sounds }) => {
    const { origin, noted } = sounds
    await open('stage')
    await send(
      page,
      create('s'),
      data('s', '/', { ...model, days: ['mo'] }),
      components('s', ...parts(origin), field, ...button('send', 'Send')),
    )
    const playing = page.locator('audio').first()
    await playing.evaluate((audio: HTMLAudioElement) => {
      audio.muted = true
      return audio.play()
    })
    await expect.poll(() => noted).toEqual([`open /a bytes=0-`])
    const before = [...noted]
    await page.getByLabel('PIN').fill('1')
    if (name.includes('chose')) await page.getByLabel('Monday').uncheck()
    await send(page, ...(afterwards ?? []))
    expect(await value(page, '/pin')).toBe('1')
    const time = await page
      .locator('audio')
      .last()
      .evaluate((audio: HTMLAudioElement) => audio.currentTime)
    // Long enough for a browser that hangs up, and for one that asks.
    await page.waitForTimeout(300)
    expect(noted).toEqual(before)
    await expect
      .poll(() =>
        page
          .locator('audio')
          .evaluateAll(
            (all, from) =>
              all.some((one) => !(one as HTMLAudioElement).paused && (one as HTMLAudioElement).currentTime > from),
            time,
          ),
      )
      .toBe(true)
    // What was typed is sent: now the page shows what the data say.
    await page.getByRole('button', { name: 'Send' }).click()
    const left = (): Promise<readonly string[]> =>
      page.locator('audio').evaluateAll((all) => all.map((audio) => new URL((audio as HTMLAudioElement).src).pathname))
    await expect.poll(left).toEqual(after)
  })
