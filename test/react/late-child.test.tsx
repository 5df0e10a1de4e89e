// A child that arrives after its parent fills its own place.
import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CS, T, UC } from '../support/messages.ts'
import { counting } from './counting.ts'
import { column } from './limit-setup.ts'
import { mount, texts } from './mount.tsx'
import { pair } from './text-leaf-setup.ts'

describe('[R-2] a late child', () => {
  const early = [CS('s'), UC('s', [column('root', ['a', 'late', 'b']), T('a', 'one'), T('b', 'two')])]

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
