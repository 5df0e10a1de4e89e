// What Firefox alone draws by itself: the controls of sounds.
import { components, create } from '../wire.ts'
import { boxOf, expect, pixels, send, test } from './fixtures.ts'

test('the bar of an AudioPlayer has round corners', async ({ driver, open }) => {
  await open('/test-pages/stage.html')
  const sound = { id: 'root', component: 'AudioPlayer', url: 'https://sounds.example/tone.wav' }
  await send(driver, create('s'), components('s', sound))
  const { x, y, width, height } = await boxOf(driver, 'audio')
  const corners = [
    [x, y],
    [x + width - 1, y],
    [x, y + height - 1],
    [x + width - 1, y + height - 1],
  ] as const
  const [bar] = await pixels(driver, { x: x + 20, y: y + 2, width: 1, height: 1 })
  expect(bar).not.toBe('255,255,255')
  for (const [left, top] of corners)
    expect(await pixels(driver, { x: left, y: top, width: 1, height: 1 })).toEqual(['255,255,255'])
})
