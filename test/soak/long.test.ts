// A long life: surfaces come and go by the thousand, and nothing stays.
import { expect, it } from 'vitest'
import { type Pointer, root } from '../../src/json/pointer.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import { listenerCount } from '../support/live.ts'
import { CS, DS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { sized, soaking } from '../support/soak.ts'

/** Bytes in use; only with `--expose-gc` they mean anything. */
function heap(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  return process.memoryUsage().heapUsed
}

it('[SF-3] [D-8] surfaces that are deleted leave no listener and no memory', () => {
  const surfaces = sized(1_000, 100_000)
  const { runtime, send } = record()
  const marks: number[] = []
  for (let n = 0; n < surfaces; n++) {
    const id = `s${n % 50}`
    send(
      CS(id),
      UC(id, [
        { id: 'root', component: 'Column', children: ['a', 'b'] },
        T('a', { path: '/a' }),
        T('b', { path: '/b' }),
      ]),
    )
    const surface = runtime.surface(id)
    if (!surface) throw new Error('no surface')
    const bindings = ['root', 'a', 'b'].map((part) => new ComponentBinding(surface, part, root as Pointer))
    for (const binding of bindings) {
      binding.getSnapshot()
      binding.attach({ notify: () => void binding.getSnapshot() })
    }
    // With what opens and closes it, fifty messages.
    for (let write = 0; write < 47; write++) send(UD(id, write % 2 ? '/a' : '/b', write))
    expect(listenerCount(surface.model)).toBe(2)
    for (const binding of bindings) binding.detach()
    expect(listenerCount(surface.model)).toBe(0)
    send(DS(id))
    if (n % Math.ceil(surfaces / 10) === 0) marks.push(heap())
  }
  expect(runtime.surfaces.getSnapshot()).toEqual([])
  if (!soaking) return
  console.info(`heap in MB, in tenths of the run: ${marks.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(', ')}`)
  const [, second = 0] = marks
  expect(marks.at(-1)).toBeLessThan(second * 1.2)
})
