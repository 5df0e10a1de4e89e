// Any way to a last list ends in the page that this list alone draws.
import { act, fireEvent } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mount } from '../../react/mount.tsx'
import { seedOf, sized } from '../../support/soak.ts'
import { anyMessage, journey } from './journey.ts'

/** The surfaces as they are drawn, and what their inputs hold. What was announced, and how often data changed, is left out. */
function drawn(container: HTMLElement): string {
  const copy = container.cloneNode(true) as HTMLElement
  for (const status of copy.querySelectorAll('[role=status]')) status.remove()
  for (const surface of copy.querySelectorAll('article')) surface.removeAttribute('data-revision')
  const typed = [...container.querySelectorAll('input')].map(({ value }) => value)
  return `${copy.innerHTML.replaceAll(/_r_\w+_/g, '')} ${typed.join()}`
}

it('[SY-3] however a source came to its messages, the page is that of its last list', () => {
  fc.assert(
    fc.property(journey(anyMessage), fc.boolean(), ({ last, steps }, types) => {
      const { runtime, container, page } = mount()
      for (const { list, drop } of steps) {
        act(() => runtime.sync('one', list))
        if (drop === 0) act(() => runtime.drop('one'))
        const [input] = container.querySelectorAll('input')
        input?.focus()
        if (types && input) fireEvent.change(input, { target: { value: 'Bo' } })
      }
      // What was typed would be there again.
      if (types) act(() => runtime.drop('one'))
      act(() => runtime.sync('one', last, { done: true }))
      const alone = mount()
      act(() => alone.runtime.sync('one', last, { done: true }))
      expect(drawn(container)).toBe(drawn(alone.container))
      page.unmount()
      alone.page.unmount()
    }),
    { numRuns: sized(50, 10_000, 150), ...seedOf(3) },
  )
})
