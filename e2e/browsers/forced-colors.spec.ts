// Forced colours, which Firefox can be started with.
import { components, create } from '../wire.ts'
import { boxOf, expect, pixels, send, test } from './fixtures.ts'

test.use({ system: { forcedColors: true, dark: false } })

test('the track of a slider can be seen', async ({ driver, open }) => {
  await open('/test-pages/stage.html')
  expect(await driver.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
  await send(
    driver,
    create('s'),
    components('s', { id: 'root', component: 'Slider', label: 'Guests', value: 2, max: 9 }),
  )
  const { x, y, width, height } = await boxOf(driver, '.sf-slider')
  // A column of pixels on either side of the thumb: the track must differ from what lies above it.
  for (const part of [0.1, 0.8]) {
    const strip = await pixels(driver, { x: x + part * width, y, width: 1, height })
    expect(new Set(strip).size).toBeGreaterThan(1)
  }
})
