// The patterns of WAI-ARIA for what people enter something into, by keys alone.
import { between, events, focused, keys, rightToLeft, start, stops, value } from './between.ts'
import { expect, send, test } from './fixtures.ts'
import { column, components, data, older } from './wire.ts'

test.beforeEach(async ({ open }) => {
  await open('stage')
})

test.describe('Slider', () => {
  const slider = { id: 'it', component: 'Slider', label: 'Guests', value: { path: '/n' }, min: -50, max: 150 }

  for (const [direction, more, less] of [
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ] as const) {
    test(`[BC-7] arrows, page keys, Home and End: ${direction}`, async ({ page }) => {
      if (direction === 'rtl') await rightToLeft(page)
      await between(page, [slider], { n: 40 })
      expect(await stops(page)).toEqual(['slider "Guests"'])
      await start(page)
      await keys(page, 'Tab')
      for (const [key, expected] of [
        [more, 41],
        [less, 40],
        ['ArrowUp', 41],
        ['ArrowDown', 40],
        ['PageUp', 60],
        ['PageDown', 40],
        ['End', 150],
        [more, 150],
        ['Home', -50],
        [less, -50],
      ] as const) {
        await keys(page, key)
        expect([key, await value(page, '/n')]).toEqual([key, expected])
        await expect(page.getByRole('slider')).toHaveValue(String(expected))
        await expect(page.locator('.sf-slider__value')).toHaveText(String(expected))
      }
    })
  }

  test('[BC-7] a value out of bounds is moved from the bound', async ({ page }) => {
    await between(page, [slider], { n: 1000 })
    await keys(page, 'Tab', 'ArrowLeft')
    expect(await value(page, '/n')).toBe(149)
  })

  test('[BC-7] [BC-13] is the same in v0.8', async ({ page }) => {
    const props = { value: { path: 'n', literalNumber: 4 }, label: { literalString: 'Guests' }, maxValue: 10 }
    await send(page, ...older('s', ['root', 'Slider', props]))
    await expect(page.getByRole('slider')).toBeVisible()
    await keys(page, 'Tab', 'ArrowRight')
    expect(await value(page, '/n')).toBe(5)
  })
})

test.describe('ChoicePicker', () => {
  const options = ['Window', 'Aisle', 'Anywhere'].map((label) => ({ label, value: label.toLowerCase() }))
  const one = { id: 'it', component: 'ChoicePicker', label: 'Seat', options, value: { path: '/seat' } }
  const several = { ...one, variant: 'multipleSelection' }

  for (const displayStyle of ['checkbox', 'chips']) {
    test(`[BC-6] one of several, as ${displayStyle}: one stop, arrows move and choose`, async ({ page }) => {
      await between(page, [{ ...one, displayStyle }], { seat: ['aisle'] })
      await expect(page.getByRole('radiogroup', { name: 'Seat' })).toBeVisible()
      expect(await stops(page)).toEqual(['radio "Aisle"'])
      await keys(page, 'Shift+Tab')
      for (const [key, label] of [
        ['ArrowDown', 'Anywhere'],
        ['ArrowRight', 'Window'],
        ['ArrowUp', 'Anywhere'],
        ['ArrowLeft', 'Aisle'],
      ] as const) {
        await keys(page, key)
        expect(await focused(page)).toBe(`radio "${label}"`)
        await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(label)
        expect(await value(page, '/seat')).toEqual([label.toLowerCase()])
      }
    })

    test(`[BC-6] none chosen yet, as ${displayStyle}: Space chooses`, async ({ page }) => {
      await between(page, [{ ...one, displayStyle }])
      await keys(page, 'Tab')
      expect(await focused(page)).toBe('radio "Window"')
      expect(await value(page, '/seat')).toBeUndefined()
      await keys(page, 'Space')
      expect(await value(page, '/seat')).toEqual(['window'])
    })

    test(`[BC-6] any number, as ${displayStyle}: each is a stop, Space toggles`, async ({ page }) => {
      await between(page, [{ ...several, displayStyle }], { seat: ['aisle'] })
      await expect(page.getByRole('group', { name: 'Seat' })).toBeVisible()
      expect(await stops(page)).toEqual(options.map(({ label }) => `checkbox "${label}"`))
      await start(page)
      await keys(page, 'Tab', 'Space', 'Tab', 'Space', 'Tab', 'Space', 'Space')
      expect(await value(page, '/seat')).toEqual(['window'])
    })
  }

  test('[BC-6] the filter narrows, keeps the focus, and Tab leads to what is left', async ({ page }) => {
    await between(page, [{ ...several, filterable: true }], { seat: ['aisle'] })
    await keys(page, 'Tab')
    expect(await focused(page)).toBe('searchbox "Filter"')
    await page.keyboard.type('an')
    await send(page, data('s', '/other', 1), components('s', { ...several, filterable: true, label: 'Your seat' }))
    expect(await focused(page)).toBe('searchbox "Filter"')
    await page.keyboard.type('yw')
    await expect(page.getByRole('checkbox')).toHaveCount(1)
    await keys(page, 'Enter', 'Tab', 'Space')
    expect(await focused(page)).toBe('checkbox "Anywhere"')
    expect(await value(page, '/seat')).toEqual(['aisle', 'anywhere'])
    await keys(page, 'Shift+Tab', 'Control+A', 'Backspace')
    expect(await focused(page)).toBe('searchbox "Filter"')
    await expect(page.getByRole('checkbox')).toHaveCount(3)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  })

  test('[BC-6] what is chosen and filtered out is no reason to choose anew', async ({ page }) => {
    await between(page, [{ ...one, filterable: true }], { seat: ['aisle'] })
    await keys(page, 'Tab')
    await page.keyboard.type('win')
    expect(await stops(page)).toEqual(['searchbox "Filter"', 'radio "Window"'])
    expect(await value(page, '/seat')).toEqual(['aisle'])
  })

  test('[BC-6] [BC-13] is the same in v0.8, and a full one keeps what was chosen in reach', async ({ page }) => {
    const wrapped = options.map(({ label, value }) => ({ label: { literalString: label }, value }))
    const props = { selections: { path: 'seat', literalArray: ['aisle'] }, options: wrapped, maxAllowedSelections: 2 }
    await send(page, ...older('s', ['root', 'MultipleChoice', props]))
    await expect(page.getByLabel('Window')).toBeVisible()
    await keys(page, 'Tab', 'Space')
    expect(await value(page, '/seat')).toEqual(['aisle', 'window'])
    await expect(page.getByRole('checkbox', { name: 'Anywhere' })).toBeDisabled()
    // The keyboard comes to what is too much, which says why and changes nothing.
    const beyond = page.getByRole('checkbox', { name: 'Anywhere' })
    await keys(page, 'Tab', 'Tab')
    await expect(beyond).toBeFocused()
    await expect(beyond).toHaveAccessibleDescription('At most 2 can be chosen.')
    await keys(page, 'Space')
    await expect(beyond).not.toBeChecked()
    expect(await value(page, '/seat')).toEqual(['aisle', 'window'])
    await keys(page, 'Shift+Tab', 'Space')
    expect(await value(page, '/seat')).toEqual(['window'])
  })
})

test.describe('CheckBox', () => {
  test('[B-4] Space toggles, and so does a press on the label', async ({ page }) => {
    await between(page, [{ id: 'it', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } }])
    expect(await stops(page)).toEqual(['checkbox "Agree"'])
    await keys(page, 'Shift+Tab', 'Space')
    expect(await value(page, '/agree')).toBe(true)
    await keys(page, 'Enter')
    expect(await value(page, '/agree')).toBe(true)
    await page.getByText('Agree').click()
    expect(await value(page, '/agree')).toBe(false)
  })
})

test.describe('TextField', () => {
  const field = { id: 'it', component: 'TextField', label: 'Name', value: { path: '/name' } }

  test('[B-4] Enter in one of a single line loses nothing and sends nothing', async ({ page }) => {
    const variants = ['shortText', 'number', 'obscured']
    const fields = variants.map((id) => ({ ...field, id, variant: id, label: id, value: { path: `/${id}` } }))
    await between(page, [column('it', variants), ...fields])
    for (const variant of variants) {
      await keys(page, 'Tab', '1', '2', 'Enter', '3')
      expect(await value(page, `/${variant}`)).toBe('123')
      await expect(page.getByLabel(variant)).toBeFocused()
    }
    expect(await events(page)).toEqual([])
  })

  test('[B-4] Enter in longText is a new line', async ({ page }) => {
    await between(page, [{ ...field, variant: 'longText' }])
    await keys(page, 'Tab')
    await page.keyboard.type('one')
    await keys(page, 'Enter')
    await page.keyboard.type('two')
    expect(await value(page, '/name')).toBe('one\ntwo')
    await keys(page, 'Tab')
    expect(await focused(page)).toBe('button "After"')
  })
})
