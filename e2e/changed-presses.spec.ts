// The rule of presses: what a press does, and where its control is, must have been so for the guard's time before it. Else the page
// says so, and a second press counts if it does the same.
import type { Locator, Page } from '@playwright/test'
import { button, events, keys, press, value } from './between.ts'
import { expect, send as push, test } from './fixtures.ts'
import { cancelAndPay, centre, drawn, pass, pressHere, rest, row, send, slowClock } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

declare global {
  interface Window {
    /** How often the sentence came into the page. */
    said: number
  }
}

test.beforeEach(async ({ page, open }, { title }) => {
  await open('stage', { suffix: title.includes('renderer of the host') ? '?own' : '' })
  if (!title.includes('[real time]')) await slowClock(page)
})

const sentence = (page: Page): Locator => page.getByText('This changed just now. Press again.')

const acts = (name: string, context: object): object => ({ event: { name, context } })

/** What the agent was told with the presses. */
async function contexts(page: Page): Promise<readonly object[]> {
  return await page.evaluate(() => window.stage.events.map(({ context }) => context))
}

/** A button "Go" with this action. */
const go = (action: object): object => ({ id: 'go', component: 'Button', child: 'go-label', action })

async function restOnGo(page: Page, action: object, model: object, ...parts: readonly object[]): Promise<void> {
  await send(page, create('s'), data('s', '/', model), components('s', ...parts, go(action), text('go-label', 'Go')))
  await rest(page, page.getByRole('button', { name: 'Go' }))
  await pass(page)
}

const pay = acts('pay', { amount: { path: '/amount' } })

test.describe('[B-12] a press is not taken, and told, where a moment before', () => {
  for (const [whose, title] of [
    ['a button', 'a button'],
    ['a renderer of the host', 'a renderer of the host'],
  ] as const) {
    test(`the data made its action another: ${title}`, async ({ page }) => {
      await restOnGo(page, pay, { amount: 5 }, row('go'))
      await send(page, data('s', '/amount', 500))
      await pressHere(page)
      expect(await contexts(page), whose).toEqual([])
      await expect(sentence(page)).toBeVisible()
      await pass(page)
      await pressHere(page)
      expect(await contexts(page)).toEqual([{ amount: 500 }])
    })
  }

  test('the data made it open another address', async ({ page, context, elsewhere }) => {
    const opened: string[] = []
    await context.route('https://*.example/**', (route) => route.fulfill({ body: 'there' }))
    context.on('page', () => opened.push('page'))
    const action = { functionCall: { call: 'openUrl', args: { url: { path: '/to' } } } }
    await restOnGo(page, action, { to: 'https://good.example/' }, row('go'))
    await send(page, data('s', '/to', 'https://evil.example/'))
    await pressHere(page)
    await expect(sentence(page)).toBeVisible()
    expect(opened).toEqual([])
    await pass(page)
    await pressHere(page)
    await expect.poll(() => opened).toEqual(['page'])
    elsewhere.splice(0)
  })

  test('a resize of the page brought another button under the pointer', async ({ page }) => {
    const atTheEnd = { ...row('cancel', 'pay'), justify: 'end' }
    await send(page, create('s'), components('s', atTheEnd, ...button('cancel', 'Cancel'), ...button('pay', 'Pay')))
    const [cancel, pay] = [page.getByRole('button', { name: 'Cancel' }), page.getByRole('button', { name: 'Pay' })]
    const [[cancelAt], [payAt]] = [await centre(cancel), await centre(pay)]
    await rest(page, cancel)
    await pass(page)
    await page.setViewportSize({ width: Math.round(800 - (payAt - cancelAt)), height: 600 })
    await drawn(page)
    const [moved] = await centre(pay)
    expect(Math.abs(moved - cancelAt)).toBeLessThan(3)
    await pressHere(page)
    expect(await events(page)).toEqual([])
    await expect(sentence(page)).toBeVisible()
    await pass(page)
    await pressHere(page)
    expect(await events(page)).toEqual(['pay'])
  })

  test('rows without ids came in another order', async ({ page }) => {
    const rows = [{ name: 'Alice' }, { name: 'Bob' }]
    const template = [
      column('root', { componentId: 'row', path: '/rows' }),
      { id: 'row', component: 'Row', children: ['name', 'go'] },
      text('name', { path: 'name' }),
    ]
    await send(page, create('s'), data('s', '/rows', rows))
    await send(
      page,
      components('s', ...template, go(acts('delete', { name: { path: 'name' } })), text('go-label', 'Delete')),
    )
    await rest(page, page.getByRole('button', { name: 'Delete' }).first())
    await pass(page)
    await send(page, data('s', '/rows', [...rows].reverse()))
    await pressHere(page)
    expect(await contexts(page)).toEqual([])
    await expect(sentence(page)).toBeVisible()
  })

  test('the agent wrote into the field between the mouse going down and up', async ({ page }) => {
    const field = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } }
    await restOnGo(page, acts('send', { name: { path: '/name' } }), {}, column('root', ['name', 'go']), field)
    await page.getByLabel('Name').fill('alice')
    await rest(page, page.getByRole('button', { name: 'Go' }))
    await pass(page)
    await page.mouse.down()
    await drawn(page)
    await send(page, data('s', '/name', 'mallory'))
    await page.mouse.up()
    expect(await contexts(page)).toEqual([])
    await expect(sentence(page)).toBeVisible()
  })

  const slider = { id: 'slider', component: 'Slider', label: 'Guests', max: 10, value: { path: '/guests' } }

  test('a slider moved under the pointer', async ({ page }) => {
    await send(page, create('s'), data('s', '/guests', 1), components('s', column('root', ['space', 'slider']), slider))
    await send(page, components('s', text('space', '')))
    const [x, y] = await centre(page.getByRole('slider'))
    await page.mouse.move(x + 200, y)
    await pass(page)
    // As wide as before, and further to the right.
    await page.addStyleTag({ content: '.sf-slider { position: relative; inset-inline-start: 100px }' })
    await send(page, data('s', '/other', 1))
    await pressHere(page)
    expect(await value(page, '/guests')).toBe(1)
    expect(await page.getByRole('slider').inputValue()).toBe('1')
    await expect(sentence(page)).toBeVisible()
    await pressHere(page)
    expect(await value(page, '/guests')).not.toBe(1)
  })

  test('a slider got another end', async ({ page }) => {
    await send(page, create('s'), data('s', '/guests', 1), components('s', column('root', ['slider']), slider))
    await rest(page, page.getByRole('slider'))
    await pass(page)
    await send(page, components('s', { ...slider, max: 1000 }))
    await pressHere(page)
    expect(await value(page, '/guests')).toBe(1)
    await expect(sentence(page)).toBeVisible()
    await pass(page)
    await pressHere(page)
    expect(await value(page, '/guests')).not.toBe(1)
  })

  test('a slider under the focus got another end', async ({ page }) => {
    await send(page, create('s'), data('s', '/guests', 1), components('s', column('root', ['slider']), slider))
    await keys(page, 'Tab')
    await pass(page)
    await send(page, components('s', { ...slider, min: -1000 }))
    await keys(page, 'Home')
    expect(await value(page, '/guests')).toBe(1)
    await expect(sentence(page)).toBeVisible()
    await keys(page, 'Home')
    expect(await value(page, '/guests')).toBe(-1000)
  })

  const box = (path: string): object => ({ id: 'box', component: 'CheckBox', label: 'Agree', value: { path } })

  for (const [what, message, model] of [
    ['a box flipped', data('s', '/a', true), { a: true, b: false }],
    ['a box was bound elsewhere', components('s', box('/b')), { a: false, b: false }],
  ] as const) {
    test(what, async ({ page }) => {
      await send(page, create('s'), data('s', '/', { a: false, b: false }))
      await send(page, components('s', column('root', ['box']), box('/a')))
      await rest(page, page.getByText('Agree'))
      await pass(page)
      await send(page, message)
      await pressHere(page)
      expect(await value(page, '')).toEqual(model)
      await expect(sentence(page)).toBeVisible()
    })
  }

  test('an option got another value', async ({ page }) => {
    const picker = (chosen: string): object => ({
      ...{ id: 'picker', component: 'ChoicePicker', label: 'Plan', value: { path: '/plan' } },
      options: [{ label: 'Small', value: chosen }],
    })
    await send(page, create('s'), data('s', '/plan', []), components('s', column('root', ['picker']), picker('small')))
    await rest(page, page.getByText('Small'))
    await pass(page)
    await send(page, components('s', picker('large')))
    await pressHere(page)
    expect(await value(page, '/plan')).toEqual([])
    await expect(sentence(page)).toBeVisible()
  })

  test('a film got another address', async ({ page, elsewhere }) => {
    await page.route('https://*.example/**', (route) => route.abort())
    const film = (url: string): object => ({ id: 'root', component: 'Video', url })
    await send(page, create('s'), components('s', film('https://good.example/a.mp4')))
    await rest(page, page.locator('video'))
    await pass(page)
    await send(page, components('s', film('https://evil.example/a.mp4')))
    const loading = page.locator('video').evaluate((film: HTMLVideoElement) => film.paused && film.networkState)
    await pressHere(page)
    expect(await loading).not.toBe(false)
    await expect(sentence(page)).toBeVisible()
    expect(elsewhere.filter((address) => address.includes('evil'))).toEqual([])
    elsewhere.splice(0)
  })

  test('the field that the user types in was bound elsewhere', async ({ page }) => {
    const field = (path: string): object => ({ id: 'root', component: 'TextField', label: 'Code', value: { path } })
    await send(page, create('s'), components('s', field('/private')))
    await page.getByLabel('Code').click()
    await pass(page)
    await page.keyboard.type('12')
    await send(page, components('s', field('/public')))
    await page.keyboard.type('3')
    expect(await value(page, '/public')).toBe(undefined)
    await expect(sentence(page)).toBeVisible()
    await drawn(page)
    await page.keyboard.type('4')
    expect(await value(page, '/public')).toBe('124')
  })

  test('the data made the action of the focused button another', async ({ page }) => {
    await restOnGo(page, pay, { amount: 5 }, row('go'))
    await keys(page, 'Tab')
    await pass(page)
    await send(page, data('s', '/amount', 500))
    await keys(page, 'Enter')
    expect(await contexts(page)).toEqual([])
    await expect(sentence(page)).toBeVisible()
  })
})

test.describe('[B-12] the times are those of the press and of the screen:', () => {
  /** The pointer rests on the button, and a press there is taken. The guard's time is longer than a slow machine takes. */
  async function restAndPress(page: Page): Promise<void> {
    await send(page, ...cancelAndPay)
    await page.evaluate(() => window.stage.draw({ clickGuard: 20_000 }))
    await rest(page, page.getByRole('button', { name: 'Cancel' }))
    await pressHere(page)
    expect(await events(page)).toEqual(['cancel'])
  }

  /** The page gets these messages, and is busy from then on for a time. `after`: draws before. */
  async function holdPage(page: Page, first: 'draw' | 'hold', milliseconds: number, message: object): Promise<unknown> {
    return await page.evaluate(
      ([chunk, time, when]) => {
        const hold = (): void => {
          const end = performance.now() + time
          while (performance.now() < end);
        }
        window.stage.runtime.push(`${chunk}\n`)
        if (when === 'hold') hold()
        // React has committed by then, and nothing is painted.
        else setTimeout(hold)
      },
      [JSON.stringify(message), milliseconds, first] as const,
    )
  }

  test('a page that is held after it drew takes no press of the time before [real time]', async ({ page }) => {
    await restAndPress(page)
    await holdPage(page, 'draw', 900, components('s', text('cancel-label', 'Pay')))
    await pressHere(page)
    expect(await events(page)).toEqual(['cancel'])
  })

  test('what is drawn long after its message is new when it is drawn [real time]', async ({ page }) => {
    await restAndPress(page)
    await holdPage(page, 'hold', 700, components('s', text('cancel-label', 'Pay')))
    await expect(page.getByRole('button', { name: 'Pay' })).toHaveCount(2)
    await pressHere(page)
    expect(await events(page)).toEqual(['cancel'])
  })
})

test.describe('[B-12] what comes under a pointer that rests is new for it, by', () => {
  const far = 'body { padding-block-end: 3000px } .sf-button { display: block }'
  const payBelow = [
    create('s'),
    components('s', column('root', ['cancel', 'pay']), ...button('cancel', 'Cancel'), ...button('pay', 'Pay')),
  ]

  /** How far "Pay" lies below "Cancel". */
  async function restOnCancel(page: Page): Promise<number> {
    await page.addStyleTag({ content: far })
    await send(page, ...payBelow)
    const cancel = page.getByRole('button', { name: 'Cancel' })
    const [, y] = await centre(cancel)
    const [, below] = await centre(page.getByRole('button', { name: 'Pay' }))
    await rest(page, cancel)
    await pass(page)
    return below - y
  }

  for (const [what, scroll] of [
    ['a wheel', (page: Page, by: number) => page.mouse.wheel(0, by)],
    ['a script', (page: Page, by: number) => page.evaluate((top) => window.scrollBy(0, top), by)],
    [
      'a zoom',
      (page: Page, by: number) =>
        page.evaluate((top) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(`main { zoom: 1.01; translate: 0 ${-top}px }`)
          document.adoptedStyleSheets = [sheet]
        }, by),
    ],
  ] as const) {
    test(what, async ({ page }) => {
      const by = await restOnCancel(page)
      const place = page.getByRole('button', { name: 'Pay' })
      const [, before] = await centre(place)
      await scroll(page, by)
      await expect.poll(async () => (await centre(place))[1] < before - by + 10, { intervals: [10] }).toBe(true)
      await pressHere(page)
      expect(await events(page)).toEqual([])
      await expect(sentence(page)).toBeVisible()
      // The user comes to it.
      const [x, y] = await centre(place)
      await page.mouse.move(1, 1)
      await page.mouse.move(x, y)
      await pressHere(page)
      expect(await events(page)).toEqual(['pay'])
    })
  }

  test('a wheel, until the pointer moves', async ({ page }) => {
    const by = await restOnCancel(page)
    const place = page.getByRole('button', { name: 'Pay' })
    const [, before] = await centre(place)
    await page.mouse.wheel(0, by)
    await expect.poll(async () => (await centre(place))[1] < before - by + 10, { intervals: [10] }).toBe(true)
    await drawn(page)
    const [x, y] = await centre(place)
    await page.mouse.move(x + 5, y + 3)
    await pressHere(page)
    expect(await events(page)).toEqual(['pay'])
  })
})

test.describe('[B-18] the second press', () => {
  test('counts at once where it does what the first would have done', async ({ page }) => {
    await restOnGo(page, pay, { amount: 5 }, row('go'))
    await send(page, data('s', '/amount', 500))
    await pressHere(page)
    await expect(sentence(page)).toBeVisible()
    await drawn(page)
    await pressHere(page)
    expect(await contexts(page)).toEqual([{ amount: 500 }])
  })

  test('does not count where it does something else by then, and that is told again', async ({ page }) => {
    await restOnGo(page, pay, { amount: 5 }, row('go'))
    await send(page, data('s', '/amount', 500))
    await pressHere(page)
    await send(page, data('s', '/amount', 5000))
    await pressHere(page)
    expect(await contexts(page)).toEqual([])
    await drawn(page)
    await pressHere(page)
    expect(await contexts(page)).toEqual([{ amount: 5000 }])
  })

  test('does not count three seconds later, if it changed again', async ({ page }) => {
    await restOnGo(page, pay, { amount: 5 }, row('go'))
    await send(page, data('s', '/amount', 500))
    await pressHere(page)
    await drawn(page)
    await pass(page, 3100)
    await send(page, data('s', '/amount', 5), data('s', '/amount', 500))
    await send(page, components('s', text('go-label', 'Go on')))
    await pressHere(page)
    expect(await contexts(page)).toEqual([])
  })

  test('of a double click does not count: the sentence was not on the screen', async ({ page }) => {
    await restOnGo(page, pay, { amount: 5 }, row('go'))
    await page.evaluate(
      (chunk) => {
        // Both presses come before the page draws again.
        addEventListener('pointerdown', () => window.stage.runtime.push(chunk), { once: true, capture: true })
      },
      `${JSON.stringify(data('s', '/amount', 500))}\n`,
    )
    await page.evaluate(() => {
      const end = performance.now() + 1
      requestAnimationFrame(() => {
        while (performance.now() < end && window.stage.events.length === 0);
      })
    })
    await pressHere(page)
    expect(await contexts(page)).toEqual([])
    await expect(sentence(page)).toBeVisible()
  })

  for (const [what, changing] of [
    ['a label with a price', text('go-label', { path: '/price' })],
    ['a name that nobody sees', { ...go(press('go')), accessibility: { label: { path: '/price' } } }],
  ] as const) {
    test(`counts where ${what} changes all the time, and screen readers are told once`, async ({ page }) => {
      const count = (): Promise<void> =>
        page.evaluate(() => {
          const region = document.querySelector('.sf-surface')
          Object.assign(window, { said: 0 })
          new MutationObserver((changes) => {
            for (const { target } of changes)
              if (target.textContent?.includes('changed just now')) Object.assign(window, { said: window.said + 1 })
          }).observe(region as Element, { subtree: true, childList: true, characterData: true })
        })
      await restOnGo(page, press('go'), { price: 0 }, row('go'))
      await send(page, components('s', changing))
      await pass(page)
      await count()
      for (let price = 1; price <= 10; price++) {
        await send(page, data('s', '/price', price))
        await pressHere(page)
        await drawn(page)
      }
      expect((await events(page)).length).toBe(9)
      expect(await page.evaluate(() => window.said)).toBe(1)
    })
  }

  test('in a dialog is asked for in sight, and moves nothing', async ({ page }) => {
    await send(
      page,
      create('s'),
      data('s', '/', { amount: 5 }),
      components(
        's',
        { id: 'root', component: 'Modal', trigger: 'open', content: 'inside' },
        ...button('open', 'Terms'),
      ),
      components('s', column('inside', ['go']), go(pay), text('go-label', 'Go')),
    )
    await page.getByRole('button', { name: 'Terms' }).click()
    const place = page.getByRole('button', { name: 'Go' })
    await rest(page, place)
    await pass(page)
    const before = await centre(place)
    await send(page, data('s', '/amount', 500))
    await pressHere(page)
    await expect(sentence(page)).toBeVisible()
    expect(await centre(place)).toEqual(before)
    const isSeen = await sentence(page).evaluate((note) => {
      const { left, top, width, height } = note.getBoundingClientRect()
      // What lets presses through is not found by its place.
      Object.assign((note as HTMLElement).style, { pointerEvents: 'auto' })
      return document.elementFromPoint(left + width / 2, top + height / 2) === note
    })
    expect(isSeen).toBe(true)
  })
})

test.describe('[B-12] what the user changed counts at once:', () => {
  const amount = { id: 'amount', component: 'TextField', label: 'Amount', value: { path: '/amount' } }

  test('an amount that was typed a moment before', async ({ page }) => {
    await restOnGo(page, pay, { amount: '' }, column('root', ['amount', 'go']), amount)
    await send(page, components('s', text('go-label', { call: 'formatString', args: { value: 'Pay ${/amount}' } })))
    await rest(page, page.getByRole('button', { name: 'Pay' }))
    await page.getByLabel('Amount').focus()
    await page.keyboard.type('12')
    await pressHere(page)
    expect(await contexts(page)).toEqual([{ amount: '12' }])
  })

  test('an amount that was typed while messages come', async ({ page }) => {
    await restOnGo(page, pay, { amount: '' }, column('root', ['amount', 'go']), amount)
    await page.getByLabel('Amount').focus()
    for (const letter of '123') {
      await page.keyboard.type(letter)
      await send(page, data('s', '/other', letter))
    }
    await pressHere(page)
    expect(await contexts(page)).toEqual([{ amount: '123' }])
  })

  test('a box, pressed three times', async ({ page }) => {
    const box = { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/on' } }
    await send(page, create('s'), data('s', '/on', false), components('s', column('root', ['box']), box))
    await rest(page, page.getByText('Agree'))
    for (const on of [true, false, true]) {
      await pressHere(page)
      expect(await value(page, '/on')).toBe(on)
    }
  })

  test('a slider by keys and by the pointer', async ({ page }) => {
    const slider = { id: 'slider', component: 'Slider', label: 'Guests', max: 10, value: { path: '/guests' } }
    await send(page, create('s'), data('s', '/guests', 1), components('s', column('root', ['slider']), slider))
    await rest(page, page.getByRole('slider'))
    await pressHere(page)
    expect(await value(page, '/guests')).toBe(5)
    await keys(page, 'ArrowRight', 'ArrowRight')
    expect(await value(page, '/guests')).toBe(7)
    await pressHere(page)
    expect(await value(page, '/guests')).toBe(5)
  })

  test('a letter in a row that moves', async ({ page }) => {
    const rows = [
      { id: 'a', name: '' },
      { id: 'b', name: '' },
    ]
    await send(
      page,
      create('s'),
      data('s', '/rows', rows.slice(1)),
      components('s', column('root', { componentId: 'row', path: '/rows' }), {
        ...{ id: 'row', component: 'TextField', label: { path: 'id' } },
        value: { path: 'name' },
      }),
    )
    await page.getByLabel('b').click()
    await page.keyboard.type('1')
    await send(page, data('s', '/rows', [rows[0], { id: 'b', name: '1' }]))
    await page.keyboard.type('2')
    expect(await value(page, '/rows')).toEqual([rows[0], { id: 'b', name: '12' }])
    await expect(sentence(page)).toHaveCount(0)
  })

  test('letters, whatever the agent writes into the field', async ({ page }) => {
    await restOnGo(page, pay, { amount: '' }, column('root', ['amount', 'go']), amount)
    await page.getByLabel('Amount').click()
    await page.keyboard.type('1')
    await push(page, data('s', '/amount', '999'), components('s', { ...amount, label: 'Your amount' }))
    await page.keyboard.type('2')
    expect(await value(page, '/amount')).toBe('12')
    await expect(sentence(page)).toHaveCount(0)
  })
})
