// A child that arrives after its parent fills its own place.
import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { counting } from './counting.ts'
import { column } from './limit-setup.ts'
import { mount, texts } from './mount.tsx'
import { pair } from './text-leaf-setup.ts'

const early = [CS('s'), UC('s', [column('root', ['a', 'late', 'b']), T('a', 'one'), T('b', 'two')])]

describe('[R-2] a late child', () => {
  it('[R-2] fills its own place without its parent or siblings being drawn again', () => {
    const { renderers, take } = counting()
    const { send, container } = mount({ messages: early, renderers })
    expect(take()).toEqual(['Column', 'Text "one"', 'Text "two"'])
    expect(container.querySelectorAll('.sf-placeholder')).toHaveLength(1)
    send(UC('s', [T('late', 'between')]))
    expect(take()).toEqual(['Text "between"'])
    expect(texts(container)).toEqual(['one', 'between', 'two'])
    expect(container.querySelectorAll('.sf-placeholder')).toHaveLength(0)
  })

  it('[R-2] [SF-8] fills it also after the end of the stream told that it was missing', () => {
    const { runtime, send, container, codes } = mount({ messages: early })
    act(() => runtime.end())
    expect(codes()).toEqual(['CHILD_MISSING'])
    send(UC('s', [T('late', 'after all')]))
    expect(texts(container)).toEqual(['one', 'after all', 'two'])
  })

  it('[R-2] that is the root leaves the rest of the page alone', () => {
    const { renderers, take } = counting()
    const { send, container } = mount({ messages: [...pair, CS('t')], renderers })
    take()
    send(UC('t', [T('root', 'late root')]))
    expect(take()).toEqual(['Text "late root"'])
    expect(texts(container)).toEqual(['one', 'two', 'late root'])
  })

  it('[R-2] is a block that assistive technology does not see until it comes', () => {
    const { container } = mount({ messages: early })
    const placeholder = container.querySelector('.sf-placeholder')
    expect(placeholder?.getAttribute('aria-hidden')).toBe('true')
    expect(placeholder?.textContent).toBe('')
  })
})

describe('[R-23] a part that is missing when the stream has ended', () => {
  const sentence = 'This part could not be shown.'
  const skeletons = (container: HTMLElement): number => container.querySelectorAll('.sf-placeholder').length

  it.each([
    ['was never sent, and until then a place', [], [[], 1], sentence],
    [
      'was refused, from the start',
      [UC('s', [{ id: 'late', component: 'Txt' }])],
      [['This part could not be shown: “Txt” is not known here.'], 0],
      'This part could not be shown: “Txt” is not known here.',
    ],
  ] as const)('[R-23] is a notice where it %s', (_, refused, before, after) => {
    const { runtime, container, send } = mount({ messages: [...early, ...refused] })
    expect([texts(container, '.sf-notice'), skeletons(container)]).toEqual(before)
    act(() => runtime.end())
    expect([texts(container, '.sf-notice'), skeletons(container)]).toEqual([[after], 0])
    expect(texts(container)).toEqual(['one', 'two'])
    send(UC('s', [T('late', 'after all')]))
    expect([texts(container), texts(container, '.sf-notice')]).toEqual([['one', 'after all', 'two'], []])
  })

  it('[R-23] is a place again while more of the surface comes', () => {
    const { runtime, container, send } = mount({ messages: early })
    act(() => runtime.end())
    send(UC('s', [T('a', 'one, anew')]))
    expect([texts(container, '.sf-notice'), skeletons(container)]).toEqual([[], 1])
    act(() => runtime.end())
    expect([texts(container, '.sf-notice'), skeletons(container)]).toEqual([[sentence], 0])
  })

  it('[R-23] is a notice where it is drawn for the first time after the end', () => {
    const { runtime, container, send } = mount({
      messages: [
        CS('s'),
        UC('s', [{ id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } }]),
      ],
    })
    act(() => runtime.end())
    expect(texts(container, '.sf-notice')).toEqual([])
    send(UD('s', '/rows', [1, 2]))
    expect(texts(container, '.sf-notice')).toEqual([sentence, sentence])
  })

  it('[R-23] in v0.8, and within a button, too', () => {
    const { runtime, container } = mount({
      messages: [v08.SU('s', [v08.C('root', 'Button', { child: 'label', action: { name: 'go' } })]), v08.BR('s')],
    })
    expect(skeletons(container)).toBe(1)
    act(() => runtime.end())
    expect([texts(container, 'button .sf-notice'), skeletons(container)]).toEqual([[sentence], 0])
  })
})
