// Mouse and keyboard: typing while messages come, keys, dialogs, and presses on what a message moved or changed.
import { button, press } from '../between.ts'
import { column, components, create, data, text } from '../wire.ts'
import type { Driver } from './driver.ts'
import { boxOf, centreOf, click, events, expect, focused, send, test, textOf } from './fixtures.ts'

declare global {
  interface Window {
    reading: Promise<{ readonly complete: boolean; readonly lines: number }>
  }
}

test.beforeEach(async ({ open }) => {
  await open('/test-pages/stage.html')
})

const name = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } }

/** Whether the first field has the focus, its text, and where the caret stands. */
async function caret(driver: Driver): Promise<readonly [boolean, string, number | null]> {
  return await driver.evaluate(() => {
    const input = document.querySelector('input') as HTMLInputElement
    return [document.activeElement === input, input.value, input.selectionStart] as const
  })
}

async function pressHere(driver: Driver): Promise<void> {
  await driver.down()
  await driver.up()
}

test('[R-4] [R-9] messages between the letters leave focus, caret and text', async ({ driver }) => {
  await send(driver, create('s'), components('s', column('root', ['name']), name))
  await click(driver, 'label', 'Name')
  await driver.type('Ada')
  await driver.press('ArrowLeft')
  await driver.press('ArrowLeft')
  await send(driver, data('s', '/name', 'agent'), components('s', column('root', ['new', 'name']), text('new', 'New')))
  await driver.type('n')
  expect(await caret(driver)).toEqual([true, 'Anda', 2])
})

test('[S-9] [R-9] the user types while a slow stream comes in pieces of seven bytes', async ({ driver }) => {
  await send(driver, create('s'), components('s', column('root', ['name', 'n']), name, text('n', { path: '/n' })))
  await driver.evaluate(() => {
    const { runtime } = window.stage
    async function* source(): AsyncGenerator<Uint8Array> {
      for (let n = 0; runtime.surface('s')?.data.get('/name') !== 'Ada Sample'; n++) {
        const message = { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/n', value: `№ ${n}` } }
        const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`)
        for (let at = 0; at < bytes.length; at += 7) {
          yield bytes.slice(at, at + 7)
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      }
    }
    window.reading = runtime.read(source())
  })
  await click(driver, 'label', 'Name')
  await driver.type('Ada Sample')
  const { complete, lines } = await driver.evaluate(() => window.reading)
  expect(complete).toBe(true)
  expect(lines).toBeGreaterThan(1)
  await expect.poll(() => textOf(driver, '.sf-text')).toBe(`№ ${lines - 1}`)
  expect((await caret(driver)).slice(0, 2)).toEqual([true, 'Ada Sample'])
})

test('[BC-6] Tab and arrow keys lead through the inputs', async ({ driver }) => {
  const options = ['Aisle', 'Window'].map((label) => ({ label, value: label }))
  await send(
    driver,
    create('s'),
    components('s', column('root', ['before', 'name', 'seat', 'slider', 'tabs', 'after'])),
    components('s', name, { id: 'slider', component: 'Slider', label: 'Guests', max: 9, value: { path: '/guests' } }),
    components('s', { id: 'seat', component: 'ChoicePicker', label: 'Seat', options, value: { path: '/seat' } }),
    components('s', { id: 'tabs', component: 'Tabs', tabs: ['one', 'two'].map((id) => ({ title: id, child: id })) }),
    components('s', ...button('before', 'Before'), ...button('after', 'After'), text('one', '1'), text('two', '2')),
  )
  await driver.evaluate(() => document.querySelector('button')?.focus())
  const stops: string[] = []
  for (const key of ['Tab', 'Tab', 'ArrowDown', 'Tab', 'ArrowRight', 'Tab', 'ArrowRight', 'Tab', 'Tab', 'Shift+Tab']) {
    await driver.press(key)
    stops.push(await focused(driver))
  }
  expect(stops).toEqual([
    'input Name',
    ...['input Aisle', 'input Window'],
    ...['input Guests', 'input Guests'],
    ...['button one', 'button two'],
    ...['div 2', 'button After', 'div 2'],
  ])
  const model = await driver.evaluate(() => window.stage.runtime.surface('s')?.data.get(''))
  expect(model).toEqual({ guests: 1, seat: ['Window'] })
})

test('[BC-5] Enter opens a dialog, Tab stays within, Escape closes it and the focus returns', async ({ driver }) => {
  await send(
    driver,
    create('s'),
    components('s', { id: 'root', component: 'Modal', trigger: 'open', content: 'inside' }, ...button('open', 'Terms')),
    components('s', column('inside', ['name', 'ok']), name, ...button('ok', 'OK')),
  )
  // The user's own way: a script that moves the focus right after a message is waited for.
  await driver.press('Tab')
  await driver.press('Enter')
  await expect.poll(() => driver.evaluate(() => document.querySelector('dialog')?.matches(':modal'))).toBe(true)
  expect(await focused(driver)).toBe('input Name')
  await driver.press('Tab')
  await driver.press('Tab')
  expect(await focused(driver)).not.toBe('button Terms')
  await driver.press('Escape')
  await expect.poll(() => driver.evaluate(() => document.querySelectorAll('dialog[open]').length)).toBe(0)
  expect(await focused(driver)).toBe('button Terms')
})

test('[B-12] a control that took the place of another ignores the mouse for a moment', async ({ driver }) => {
  const row = (...children: string[]): object => ({ id: 'root', component: 'Row', children })
  const cancelAndPay = [...button('cancel', 'Cancel'), ...button('pay', 'Pay')]
  await send(driver, create('s'), components('s', row('cancel', 'pay'), ...cancelAndPay))
  // Longer than a slow machine takes for a press.
  await driver.evaluate(() => window.stage.draw({ clickGuard: 20_000 }))
  await driver.move({ x: 1, y: 700 })
  await driver.move(await centreOf(driver, 'button', 'Cancel'))
  await pressHere(driver)
  await send(driver, components('s', row('pay', 'cancel')))
  await pressHere(driver)
  expect(await events(driver)).toEqual(['cancel'])
  await driver.evaluate(() => window.stage.draw({ clickGuard: 200 }))
  await driver.move({ x: 1, y: 700 })
  const { x, y } = await centreOf(driver, 'button', 'Pay')
  await driver.move({ x, y })
  await send(driver, components('s', row('cancel', 'pay')))
  // WebKit says what is under a pointer when it moves.
  await driver.move({ x: x + 1, y })
  // From the frame on that shows it.
  await driver.evaluate(() => new Promise((over) => requestAnimationFrame(() => setTimeout(over, 300))))
  await pressHere(driver)
  expect(await events(driver)).toEqual(['cancel', 'cancel'])
})

test.describe('[B-12] [B-18] a press is not taken, and told, where a moment before', () => {
  const told = (driver: Driver): Promise<string> => textOf(driver, '.sf-changed')
  const modelOf = (driver: Driver): Promise<unknown> =>
    driver.evaluate(() => window.stage.runtime.surface('s')?.data.get(''))

  /** The pointer rests on the control, for longer than the guard's time. */
  async function restOn(driver: Driver, selector: string, model: object, ...parts: readonly object[]): Promise<void> {
    await send(driver, create('s'), data('s', '/', model), components('s', column('root', ['it']), ...parts))
    await driver.evaluate(() => window.stage.draw({ clickGuard: 200 }))
    await driver.move({ x: 1, y: 700 })
    await driver.move(await centreOf(driver, selector))
    await new Promise((resolve) => setTimeout(resolve, 300))
    // From here on longer than a slow machine takes for a press.
    await driver.evaluate(() => window.stage.draw({ clickGuard: 20_000 }))
    await driver.move({ x: 1, y: 700 })
    await driver.move(await centreOf(driver, selector))
  }

  const pay = { event: { name: 'pay', context: { amount: { path: '/amount' } } } }
  const payButton = [{ id: 'it', component: 'Button', child: 'label', action: pay }, text('label', 'Pay')]

  test('the data made its action another; the second press counts', async ({ driver }) => {
    await restOn(driver, 'button', { amount: 5 }, ...payButton)
    await send(driver, data('s', '/amount', 500))
    await pressHere(driver)
    await expect.poll(() => told(driver)).toBe('This changed just now. Press again.')
    expect(await events(driver)).toEqual([])
    await driver.evaluate(() => new Promise((painted) => setTimeout(painted, 100)))
    await pressHere(driver)
    expect(await driver.evaluate(() => window.stage.events.map(({ context }) => context))).toEqual([{ amount: 500 }])
  })

  test('the data made the action of the focused button another', async ({ driver }) => {
    await restOn(driver, 'button', { amount: 5 }, ...payButton)
    await driver.press('Tab')
    await send(driver, data('s', '/amount', 500))
    await driver.press('Enter')
    await expect.poll(() => told(driver)).toBe('This changed just now. Press again.')
    expect(await events(driver)).toEqual([])
  })

  test('a box flipped', async ({ driver }) => {
    const box = { id: 'it', component: 'CheckBox', label: 'Agree', value: { path: '/on' } }
    await restOn(driver, '.sf-checkbox', { on: false }, box)
    await send(driver, data('s', '/on', true))
    await pressHere(driver)
    await expect.poll(() => told(driver)).not.toBe('')
    expect(await modelOf(driver)).toEqual({ on: true })
    expect(await driver.evaluate(() => document.querySelector('input')?.checked)).toBe(true)
  })

  test('a slider got another end', async ({ driver }) => {
    const slider = { id: 'it', component: 'Slider', label: 'Guests', max: 10, value: { path: '/guests' } }
    await restOn(driver, 'input', { guests: 1 }, slider)
    await send(driver, components('s', { ...slider, max: 1000 }))
    await pressHere(driver)
    await expect.poll(() => told(driver)).not.toBe('')
    expect(await modelOf(driver)).toEqual({ guests: 1 })
    expect(await driver.evaluate(() => document.querySelector('input')?.value)).toBe('1')
  })

  test('the field that the user types in was bound elsewhere', async ({ driver }) => {
    const field = { id: 'it', component: 'TextField', label: 'Code', value: { path: '/private' } }
    await restOn(driver, 'input', {}, field)
    await pressHere(driver)
    await driver.type('12')
    await send(driver, components('s', { ...field, value: { path: '/public' } }))
    await driver.type('3')
    await expect.poll(() => told(driver)).not.toBe('')
    expect(await modelOf(driver)).toEqual({ private: '12' })
  })

  test('and not what the user typed a moment before', async ({ driver }) => {
    const amount = { id: 'amount', component: 'TextField', label: 'Amount', value: { path: '/amount' } }
    await restOn(driver, 'button', { amount: '' }, ...payButton)
    await send(driver, components('s', column('root', ['amount', 'it']), amount))
    await click(driver, 'input')
    await driver.type('12')
    await click(driver, 'button')
    expect(await driver.evaluate(() => window.stage.events.map(({ context }) => context))).toEqual([{ amount: '12' }])
  })
})

/** A check that fails until there is a value. */
const needed = {
  checks: [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'Needed' }],
}

test('[B-11] the Tab key comes to a button whose checks fail, and it says why on focus and press', async ({
  driver,
}) => {
  const go = { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'go' } }, ...needed }
  await send(driver, create('s'), components('s', column('root', ['go']), go, text('label', 'Go')))
  await driver.press('Tab')
  expect(await focused(driver)).toBe('button Go')
  await expect.poll(() => textOf(driver, '[role="status"].sf-button__reason')).toBe('Needed')
  await driver.press('Enter')
  await expect.poll(() => textOf(driver, '[role="status"].sf-button__reason')).toBe('Needed\u00a0')
  expect(await events(driver)).toEqual([])
})

test('[B-10] [B-6] the press that leaves a field with a failing check is not lost', async ({ driver }) => {
  const box = { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } }
  const parts = [{ ...name, ...needed }, box, { id: 'go', component: 'Button', child: 'label', action: press('go') }]
  await send(driver, create('s'), components('s', column('root', ['name', 'box', 'go']), ...parts, text('label', 'Go')))
  await click(driver, 'label', 'Name')
  await click(driver, '.sf-checkbox__box')
  expect(await driver.evaluate(() => document.querySelector<HTMLInputElement>('.sf-checkbox__box')?.checked)).toBe(true)
  await expect.poll(() => textOf(driver, '.sf-field__error')).toBe('Needed')
})

test('[B-10] [B-6] the message waits for the end of the press', async ({ driver }) => {
  await send(driver, create('s'), components('s', column('root', ['name', 'go']), { ...name, ...needed }))
  await send(driver, components('s', ...button('go', 'Go')))
  await click(driver, 'label', 'Name')
  const { y } = await boxOf(driver, 'button', 'Go')
  await driver.move(await centreOf(driver, 'button', 'Go'))
  await driver.down()
  expect((await boxOf(driver, 'button', 'Go')).y).toBeCloseTo(y, 0)
  await driver.up()
  await expect.poll(() => textOf(driver, '.sf-field__error')).toBe('Needed')
  expect(await events(driver)).toEqual(['go'])
})

test('[B-10] [B-6] the message comes at once when a key leaves the field', async ({ driver }) => {
  await send(driver, create('s'), components('s', column('root', ['name', 'go']), { ...name, ...needed }))
  await send(driver, components('s', ...button('go', 'Go')))
  await click(driver, 'label', 'Name')
  await driver.press('Tab')
  await expect.poll(() => textOf(driver, '.sf-field__error')).toBe('Needed')
})
