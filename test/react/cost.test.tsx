// What large inputs cost: elements, component views, formats and reports are counted, never milliseconds.
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, lines, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { times } from '../support/times.ts'
import { settled } from './limit-setup.ts'
import { mount, only, texts } from './mount.tsx'
import { countViews } from './text-leaf-setup.ts'

/** A surface whose root has so many children, each a component of its own. */
function column(count: number, make: (id: string) => JsonObject): readonly JsonObject[] {
  const children = times(count, (index) => `c${index}`)
  return [CS('s'), UC('s', [{ id: 'root', component: 'Column', children }, ...children.map(make)])]
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

describe('[R-22] what a surface has no room for', () => {
  it.each([
    [
      'date inputs',
      20,
      (id: string): JsonObject => ({ id, component: 'DateTimeInput', label: id, value: '2026-05-14' }),
    ],
    ['sliders', 10, (id: string): JsonObject => ({ id, component: 'Slider', label: id, max: 9, value: 1 })],
  ])('[R-22] [R-8] is not drawn, but for one notice: %s', async (_, nodes, make) => {
    const views = countViews()
    const { container, codes } = mount({ messages: column(100, make), limits: { nodes: 200 } })
    await settled()
    // One node is the column's.
    const fitting = Math.floor(199 / nodes)
    expect(container.querySelectorAll('input')).toHaveLength(fitting)
    expect(texts(container, '.sf-notice')).toEqual(['There is more than can be shown here.'])
    expect([views(), codes()]).toEqual([fitting + 1, ['LIMIT_NODES']])
  })

  it('[R-22] leaves nothing out that fits, whatever its type', async () => {
    const kinds: readonly JsonObject[] = [
      { component: 'Divider' },
      { component: 'Icon', name: 'check' },
      { component: 'CheckBox', label: 'x', value: true },
      { component: 'Slider', label: 'x', max: 9, value: 1 },
      { component: 'DateTimeInput', label: 'x', value: '2026-05-14' },
    ]
    const make = (id: string): JsonObject => ({ id, ...kinds[Number(id.slice(1)) % kinds.length] })
    // Ten of each: 1 + 1 + 5 + 10 + 20, and the column.
    const { container, codes } = mount({ messages: column(50, make), limits: { nodes: 10 * 37 + 1 } })
    await settled()
    expect(only(container, '.sf-column').children).toHaveLength(50)
    expect([container.querySelectorAll('.sf-notice').length, codes()]).toEqual([0, []])
  })

  it('[R-22] is one report, however many components have no room, until something is sent again', async () => {
    const make = (id: string): JsonObject => T(id, 'word '.repeat(200))
    const { send, codes } = mount({ messages: column(60, make), limits: { nodes: 100 } })
    await settled()
    expect(codes()).toEqual(['LIMIT_NODES'])
    send(...column(70, make).slice(1))
    await settled()
    expect(codes()).toEqual(['LIMIT_NODES', 'LIMIT_NODES'])
  })
})

describe('[R-22] [R-8] the nodes of a component', () => {
  const options = (count: number): readonly JsonObject[] => times(count, (index) => ({ label: 'a', value: `${index}` }))

  it.each([
    ['few options', (id: string): JsonObject => ({ id, component: 'ChoicePicker', options: options(4), value: [] })],
    [
      'twenty options',
      (id: string): JsonObject => ({ id, component: 'ChoicePicker', options: options(20), value: [] }),
    ],
    ['many options', (id: string): JsonObject => ({ id, component: 'ChoicePicker', options: options(150), value: [] })],
    [
      'tabs',
      (id: string): JsonObject => ({ id, component: 'Tabs', tabs: times(20, () => ({ title: 'a', child: 'leaf' })) }),
    ],
  ])('[R-22] are no fewer than its elements: %s', async (_, make) => {
    const { container, codes } = mount({ messages: column(90, make), limits: { nodes: 700 } })
    await settled()
    const drawn = container.querySelectorAll('.sf-column *').length - container.querySelectorAll('.sf-notice').length
    expect(drawn).toBeGreaterThan(300)
    expect(drawn).toBeLessThanOrEqual(700)
    expect(codes()).toContain('LIMIT_NODES')
  })

  it('[R-22] [BC-14] are one for each sign of Markdown, whose parse costs most', async () => {
    const { container, codes } = mount({
      messages: column(3, (id) => T(id, 'a\n===\n- a\n\n'.repeat(60))),
      limits: { nodes: 600 },
    })
    await settled()
    // 300 signs and 600 characters each.
    expect([texts(container).length, codes()]).toEqual([1, ['LIMIT_NODES']])
  })
})

it('[R-22] [BC-4] a panel of tabs is an element from its first visit on', () => {
  const tabs = times(40, (index) => ({ title: `${index}`, child: `c${index % 4}` }))
  const { container } = mount({
    messages: [
      CS('s'),
      UC('s', [{ id: 'root', component: 'Tabs', tabs }, ...times(4, (index) => T(`c${index}`, `${index}`))]),
    ],
  })
  const panels = (): readonly string[] =>
    [...container.querySelectorAll<HTMLElement>('[role=tabpanel]')].map(({ id, hidden }) => `${id} ${hidden}`)
  const controlled = (): readonly (string | null)[] =>
    [...container.querySelectorAll('[aria-controls]')].map((tab) => tab.getAttribute('aria-controls'))
  const [first] = controlled()
  expect(panels()).toEqual([`${first} false`])
  fireEvent.click(screen.getByRole('tab', { name: '7' }))
  const [, second] = controlled()
  expect(panels()).toEqual([`${first} true`, `${second} false`])
})

it('[R-22] the sliders of a surface share one number format', () => {
  const { NumberFormat } = Intl
  const formats = vi.spyOn(Intl, 'NumberFormat').mockImplementation(function make(...args) {
    return new NumberFormat(...args)
  })
  const make = (id: string): JsonObject => ({ id, component: 'Slider', label: id, max: 9, value: 1.5 })
  const { container, send } = mount({ messages: column(20, make) })
  send(UC('s', [{ id: 'c3', component: 'Slider', label: 'x', max: 9, value: 2.5 }]))
  expect(texts(container, '.sf-slider__value')[3]).toBe('2.5')
  expect(formats).toHaveBeenCalledTimes(1)
})

describe('[R-22] [S-7] lines of one chunk that cannot be JSON', () => {
  const prose = (count: number): string => 'Sure, so.\n'.repeat(count)

  it('[R-22] are reported one by one up to 1,000, and the others together', () => {
    const { runtime, reports, shown } = record()
    runtime.push(`${prose(1_500)}${lines(CS('s'), UC('s', [T('root', 'applied')]))}${prose(500)}`)
    expect(shown('s')).toBe('applied')
    expect(reports).toHaveLength(1_001)
    expect(reports[999]).toMatchObject({ code: 'JSON_SYNTAX', place: { line: 1_000 } })
    expect(reports[1_000]).toMatchObject({
      code: 'JSON_SYNTAX',
      message: 'Lines of this chunk that are not JSON either: 1000; the last is line 2002',
      place: { line: 1_001 },
    })
  })

  it('[R-22] are counted anew in the next chunk', () => {
    const { runtime, reports } = record()
    for (let chunk = 0; chunk < 3; chunk++) runtime.push(prose(600))
    expect(reports).toHaveLength(1_800)
  })

  it.each(['{"a":}', '[1,]', '"a"b"', '7', 'true', ' {"a":} ', '-1e'])('[R-22] do not stand for %j', (line) => {
    const { runtime, reports } = record()
    runtime.push(`${prose(1_100)}${line}\n`)
    expect(reports.map(({ place }) => place.line)).toContain(1_101)
  })
})
