// The installed WebKitGTK, through WebDriver: plain HTTP. It has no headless form, so it gets a screen of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { findWebKit } from '../../.ci/browser.mjs'
import { type Driver, type LaunchOptions, viewport } from './driver.ts'

/** `undefined` where no WebKitGTK with its driver, or no virtual screen, is installed. */
export async function launchWebKit(options: LaunchOptions): Promise<Driver | undefined> {
  const found = findWebKit()
  if (found === undefined) return undefined
  const screen = spawn(found.screen, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')
  const port = await freePort()
  const driver = spawn(found.driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      LANGUAGE: 'en_GB',
      GTK_THEME: options.dark ? 'Adwaita:dark' : 'Adwaita',
    },
    stdio: 'ignore',
  })
  try {
    const session = await startSession(`http://127.0.0.1:${port}`)
    return driverOf(session, async () => {
      await session('DELETE', '')
      await end(driver)
      await end(screen)
    })
  } catch (error) {
    await end(driver)
    await end(screen)
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** Sends one command of the session; `path` is what follows the session in the address. */
type Session = (method: 'POST' | 'GET' | 'DELETE', path: string, body?: object) => Promise<unknown>

async function startSession(base: string): Promise<Session> {
  await listening(base)
  const { sessionId } = (await command('POST', `${base}/session`, { capabilities: {} })) as { sessionId: string }
  const session: Session = (method, path, body) => command(method, `${base}/session/${sessionId}${path}`, body)
  await session('POST', '/window/rect', await rectOf(session))
  return session
}

/** The window's size at which the page inside has the viewport's. */
async function rectOf(session: Session): Promise<object> {
  const { width, height } = (await session('GET', '/window/rect')) as { width: number; height: number }
  const script = 'return [innerWidth, innerHeight]'
  const [innerWidth, innerHeight] = (await session('POST', '/execute/sync', { script, args: [] })) as [number, number]
  return { width: width - innerWidth + viewport.width, height: height - innerHeight + viewport.height }
}

async function command(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}

/** The driver needs a moment until it answers. */
async function listening(base: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await command('GET', `${base}/status`)
      return
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function driverOf(session: Session, close: () => Promise<void>): Driver {
  const act = async (type: 'pointer' | 'key', actions: readonly object[]): Promise<void> => {
    const parameters = type === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {}
    await session('POST', '/actions', { actions: [{ type, id: type, ...parameters, actions }] })
  }
  const strokes = (value: string): object[] => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
  return {
    goto: async (url) => void (await session('POST', '/url', { url })),
    async evaluate<Args extends readonly unknown[], Result>(
      run: (...args: Args) => Result | Promise<Result>,
      ...args: Args
    ) {
      return (await session('POST', '/execute/sync', { script: `return (${run})(...arguments)`, args })) as Result
    },
    move: ({ x, y }) => act('pointer', [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }]),
    down: () => act('pointer', [{ type: 'pointerDown', button: 0 }]),
    up: () => act('pointer', [{ type: 'pointerUp', button: 0 }]),
    type: (text) => act('key', [...text].flatMap(strokes)),
    async press(key) {
      const [name = '', shift] = key.split('+').reverse()
      const stroke = strokes(keyCodes[name] ?? name)
      const held = { value: keyCodes['Shift'] }
      await act('key', shift ? [{ type: 'keyDown', ...held }, ...stroke, { type: 'keyUp', ...held }] : stroke)
    },
    screenshot: async () => Buffer.from((await session('GET', '/screenshot')) as string, 'base64'),
    close,
  }
}

/** Keys that write no letter, as WebDriver numbers them. */
const keyCodes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
