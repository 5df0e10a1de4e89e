// Dates and times by keys alone.
import { between, keys, start, value } from './between.ts'
import { expect, send, test } from './fixtures.ts'
import { data, older } from './wire.ts'

test.beforeEach(async ({ open }) => {
  await open('stage')
})

test.describe('DateTimeInput', () => {
  const input = { id: 'it', component: 'DateTimeInput', label: 'When', value: { path: '/when' } }

  // Which of day and month comes first, and whether there are two halves of a day, is up to the system.
  for (const [kind, flags, typed, expected] of [
    ['date and time', { enableDate: true, enableTime: true }, [...'05052026', ...'0730', 'a'], '2026-05-05T07:30'],
    ['time', { enableTime: true }, [...'0730', 'a'], '07:30'],
  ] as const) {
    test(`[BC-8] digits are ${kind}`, async ({ page }) => {
      await between(page, [{ ...input, ...flags }])
      await keys(page, 'Tab')
      await expect(page.getByLabel('When')).toBeFocused()
      await keys(page, ...typed)
      expect(await value(page, '/when')).toBe(expected)
      await expect(page.getByLabel('When')).toHaveValue(expected)
    })
  }

  test('[BC-8] an instant keeps its offset, although it is empty while it is half typed', async ({ page }) => {
    await between(page, [{ ...input, enableDate: true, enableTime: true }], { when: '2026-05-14T10:00:00+02:00' })
    await expect(page.getByLabel('When')).toHaveValue('2026-05-14T08:00')
    await keys(page, 'Tab', '0')
    expect(await value(page, '/when')).toBe('')
    await keys(page, ...'6062026', ...'0730', 'a')
    expect(await value(page, '/when')).toBe('2026-06-06T09:30:00+02:00')
    await keys(page, 'Tab', 'Tab')
    expect(await value(page, '/when')).toBe('2026-06-06T09:30:00+02:00')
  })

  test('[BC-8] what is half typed is not taken away by what the agent writes', async ({ page }) => {
    await between(page, [{ ...input, enableDate: true }])
    await keys(page, 'Tab', ...'0505')
    await send(page, data('s', '/when', '2027-01-01'))
    await keys(page, ...'2026')
    expect(await value(page, '/when')).toBe('2026-05-05')
  })

  test('[BC-8] what stays half typed gives way to what the agent wrote', async ({ page }) => {
    await between(page, [{ ...input, enableDate: true }])
    await keys(page, 'Tab', ...'0505')
    await send(page, data('s', '/when', '2027-01-01'))
    await start(page)
    await expect(page.getByLabel('When')).toHaveValue('2027-01-01')
    expect(await value(page, '/when')).toBe('2027-01-01')
  })

  for (const [before, enableTime, length] of [
    ['2026-05-14', false, 10],
    ['2026-05-14T10:00', true, 16],
  ] as const) {
    test(`[BC-8] a year has four digits, and what is seen is what is sent: after ${before}`, async ({ page }) => {
      await between(page, [{ ...input, enableDate: true, enableTime }], { when: before })
      await keys(page, 'Tab', ...'060512026')
      await start(page)
      const seen = await page.getByLabel('When').inputValue()
      expect([seen.length, await value(page, '/when')]).toEqual([length, seen])
    })
  }

  test('[BC-8] Backspace takes it away', async ({ page }) => {
    await between(page, [{ ...input, enableDate: true }], { when: '2026-05-14' })
    await keys(page, 'Tab', 'Backspace')
    expect(await value(page, '/when')).toBe('')
  })

  test('[BC-8] [BC-13] a date is the same in v0.8', async ({ page }) => {
    const props = { label: { literalString: 'When' }, text: { path: 'when' }, textFieldType: 'date' }
    await send(page, ...older('s', ['root', 'TextField', props]))
    await expect(page.getByLabel('When')).toBeVisible()
    await keys(page, 'Tab', ...'05052026')
    expect(await value(page, '/when')).toBe('2026-05-05')
  })
})
