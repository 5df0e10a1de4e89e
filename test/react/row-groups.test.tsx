// Rows of a template in runs and groups: what changes at their ends, and what stays.
import { fireEvent } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { basicRenderers, type RendererInput } from '../../src/entries/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import type { ChildrenRef } from '../../src/react/renderer.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { times } from '../support/times.ts'
import { column } from './limit-setup.ts'
import { mount, texts } from './mount.tsx'

/** As many rows as a group holds. */
const group = 1_024

const rows = (count: number): JsonValue[] => [...times(count, (index) => ({ text: `row ${index}` }))]

const list = (data: JsonValue): readonly JsonObject[] => [
  CS('s'),
  UC('s', [column('root', { componentId: 'row', path: '/rows' }), T('row', { path: 'text' })]),
  UD('s', '/rows', data),
]

const limits = { templateItems: 5_000 }

describe('[R-1] rows in groups', () => {
  it('[R-1] stay the same elements when a row begins another group, and when the list becomes shorter again', () => {
    const { container, send } = mount({ messages: list(rows(group)), limits })
    const before = [...container.querySelectorAll('.sf-text')]
    send(UD('s', `/rows/${group}`, { text: 'the first of a group' }))
    expect(texts(container)).toHaveLength(group + 1)
    expect(texts(container).at(-1)).toBe('the first of a group')
    expect([...container.querySelectorAll('.sf-text')].slice(0, group)).toEqual(before)
    send(UD('s', '/rows', rows(group - 24)))
    expect(texts(container)).toHaveLength(group - 24)
    expect([...container.querySelectorAll('.sf-text')]).toEqual(before.slice(0, group - 24))
    send(UD('s', `/rows/${group - 24}`, { text: 'again' }))
    expect(texts(container).at(-1)).toBe('again')
  })

  it('[R-1] [D-9] stay the same elements where elements are taken out of the list, in each run', () => {
    const { container, send } = mount({ messages: list(rows(70)) })
    const before = [...container.querySelectorAll('.sf-text')]
    for (const at of [0, 32, 65]) send(UD('s', `/rows/${at}`))
    const left = before.filter((_row, at) => ![0, 32, 65].includes(at))
    expect([...container.querySelectorAll('.sf-text')]).toEqual(left)
    send(UD('s', '/rows/32', { text: 'back' }))
    expect(texts(container).slice(30, 33)).toEqual(['row 31', 'back', 'row 33'])
    expect([...container.querySelectorAll('.sf-text')].toSpliced(31, 1)).toEqual(left)
  })

  it.each([
    ['by index', [{ text: 'a' }, { text: 'b' }]],
    [
      'by keys of their own',
      [
        { id: 'x', text: 'a' },
        { id: 'y', text: 'b' },
      ],
    ],
  ])('[R-1] %s are drawn only where there are some, whatever a renderer asks for', (_, data) => {
    const Column = ({ props, children }: RendererInput<{ readonly children: ChildrenRef }>) => (
      <div>{children(props.children, undefined, [1, 5, 0])}</div>
    )
    const { container } = mount({ messages: list(data), renderers: { ...basicRenderers, Column } })
    expect(texts(container)).toEqual(['b', 'a'])
  })

  it('[R-9] [V8-6] keep what the user typed when an object with the keys 0 and 1 becomes a list', () => {
    const entry = (key: string) => ({ key, valueMap: [{ key: 'a', valueString: 'x' }] })
    const { container, send } = mount({
      messages: [
        v08.BR('s'),
        v08.SU('s', [
          v08.C('root', 'Column', { children: { template: { componentId: 'row', dataBinding: '/rows' } } }),
          v08.C('row', 'TextField', { label: { literalString: 'Name' } }),
        ]),
        v08.DM('s', [entry('0'), entry('1')], '/rows'),
      ],
    })
    const inputs = () => [...container.querySelectorAll('input')]
    fireEvent.change(inputs()[0] as HTMLInputElement, { target: { value: 'typed' } })
    send(v08.DM('s', [{ key: 'rows', valueString: '[{"a":"1"},{"a":"2"}]' }]))
    expect(inputs().map(({ value }) => value)).toEqual(['typed', ''])
  })
})
