// What large inputs cost: elements, component views, formats and reports are counted, never milliseconds.
import { act } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { ComponentView } from '../../src/react/ComponentView.tsx'
import { CS, T, UC, UD } from '../support/messages.ts'
import { mount, only, texts } from './mount.tsx'

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** A surface whose root has so many children, each a component of its own. */
function _column(count: number, make: (id: string) => JsonObject): readonly JsonObject[] {
  const children = times(count, (index) => `c${index}`)
  return [CS('s'), UC('s', [{ id: 'root', component: 'Column', children }, ...children.map(make)])]
}

/** Everything that React has to say, and the reports that come after it. */
async function _settled(): Promise<void> {
  await act(async () => undefined)
}

function _countViews(): () => number {
  const { calls } = vi.spyOn(ComponentView.prototype, 'componentDidMount').mockClear().mock
  return () => calls.length
}

describe('[R-22] halves of surrogate pairs', () => {
  const half = '\ud800'

  it('[R-22] are drawn as one sign for each run of them; data keep them, and whole pairs stay', () => {
    const text = `a${half.repeat(50)}b\ude00${half}c😀`
    const ids = ['static', 'bound', 'heading', 'marks', 'field', 'choice']
    const { container, send, runtime } = mount({
      messages: [
        CS('s'),
        UD('s', '/text', text),
        UC('s', [
          { id: 'root', component: 'Column', children: ids },
          T('static', text),
          T('bound', { path: '/text' }),
          { ...T('heading', { path: '/text' }), variant: 'h2', accessibility: { description: 'x' } },
          T('marks', `**${text}**`),
          { id: 'field', component: 'TextField', label: text, value: '' },
          {
            id: 'choice',
            component: 'ChoicePicker',
            label: 'x',
            variant: 'multipleSelection',
            options: [{ label: text, value: text }],
            value: [text],
          },
        ]),
      ],
    })
    const drawn = 'a\ufffdb\ufffdc😀'
    expect(texts(container)).toEqual([drawn, drawn, `${drawn}x`, drawn])
    expect(texts(container, 'label')).toEqual([drawn, drawn])
    expect(only<HTMLInputElement>(container, 'input[type=checkbox]').checked).toBe(true)
    send(UD('s', '/text', `${half}${half} later`))
    expect(texts(container)[1]).toBe('\ufffd later')
    expect(runtime.surface('s')?.data.get('/text')).toBe(`${half}${half} later`)
  })
})
