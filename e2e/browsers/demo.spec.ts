// The built demo: every transcript, whole and without an error.
import { faults, transcripts } from '../transcripts.ts'
import { boxOf, click, expect, test } from './fixtures.ts'

for (const { id, surfaces } of transcripts) {
  test(`${id} shows its surfaces, whole`, async ({ driver, open }) => {
    await open(`/transcripts.html?speed=instant#${id}`)
    await boxOf(driver, '[data-testid="player-status"][data-state="done"]')
    const shown = await driver.evaluate(() => {
      const chat = document.querySelector('[data-testid="chat"]')
      const texts = [...(chat?.querySelectorAll<HTMLElement>('.sf-surface') ?? [])].map(({ innerText }) => innerText)
      return { texts, incomplete: chat?.querySelectorAll('.sf-placeholder, .sf-notice').length }
    })
    expect(shown.texts).toHaveLength(surfaces.length)
    for (const text of shown.texts) expect(text).toMatch(/\S{3}/)
    expect(shown.incomplete).toBe(0)
    await click(driver, '[data-testid="tab-errors"]')
    const codes = (): string[] =>
      [...document.querySelectorAll('.sf-i-problem__code')].map(({ textContent }) => textContent ?? '')
    expect(await driver.evaluate(codes)).toEqual(faults[id] ?? [])
  })
}
