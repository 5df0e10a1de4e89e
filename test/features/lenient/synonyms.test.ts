// Names of other versions and of other libraries: the right word in strict mode's hint, the meaning in lenient mode.
import { describe, expect, it } from 'vitest'
import { lenient } from '../../../src/entries/lenient.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { CS, T, UC, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'

const action = { event: { name: 'go' } }
const options = [{ label: 'A', value: 'a' }]

/** What was sent, the right words, and a property that is then drawn. */
const rows: readonly (readonly [sent: JsonObject, words: readonly string[], property: string, drawn: unknown])[] = [
  [{ component: 'Text', text: 'x', usageHint: 'h1' }, ['variant'], 'variant', 'h1'],
  [{ component: 'Row', children: ['t'], distribution: 'center' }, ['justify'], 'justify', 'center'],
  [{ component: 'Row', children: ['t'], alignment: 'end' }, ['align'], 'align', 'end'],
  [
    { component: 'Tabs', tabItems: [{ title: 'a', child: 't' }] },
    ['tabs'],
    'tabs',
    [{ title: 'a', child: { kind: 'child', id: 't' } }],
  ],
  [
    { component: 'Modal', entryPointChild: 't', contentChild: 'u' },
    ['trigger', 'content'],
    'content',
    { kind: 'child', id: 'u' },
  ],
  [{ component: 'TextField', label: 'l', text: 'x' }, ['value'], 'value', 'x'],
  [{ component: 'TextField', label: 'l', value: '', textFieldType: 'number' }, ['variant'], 'variant', 'number'],
  [{ component: 'CheckBox', label: 'l', checked: true }, ['value'], 'value', true],
  [{ component: 'Slider', value: 1, minValue: 1, maxValue: 5 }, ['min', 'max'], 'max', 5],
  [{ component: 'ChoicePicker', options, selections: ['a'] }, ['value'], 'value', ['a']],
  [{ component: 'Card', children: ['t'] }, ['child'], 'child', { kind: 'child', id: 't' }],
  [{ component: 'Column', child: 't' }, ['children'], 'children', { kind: 'children', ids: ['t'] }],
  [{ component: 'Button', child: 't', onClick: action }, ['action'], 'child', { kind: 'child', id: 't' }],
  [{ component: 'MultipleChoice', options, value: ['a'] }, ['ChoicePicker'], 'value', ['a']],
  [{ component: 'Select', options, value: ['a'] }, ['ChoicePicker'], 'value', ['a']],
  [{ component: 'Heading', text: 'x' }, ['Text'], 'text', 'x'],
  [{ component: 'VStack', children: ['t'] }, ['Column'], 'children', { kind: 'children', ids: ['t'] }],
  [{ component: 'HStack', children: ['t'] }, ['Row'], 'children', { kind: 'children', ids: ['t'] }],
  [{ component: 'Textarea', label: 'l', value: 'x' }, ['TextField'], 'value', 'x'],
  [{ component: 'Switch', label: 'l', value: true }, ['CheckBox'], 'value', true],
  [{ component: 'Dialog', trigger: 't', content: 'u' }, ['Modal'], 'trigger', { kind: 'child', id: 't' }],
]

const messages = (sent: JsonObject): readonly JsonObject[] => [
  CS('s'),
  UC('s', [{ id: 'root', ...sent }, T('t', 't'), T('u', 'u')]),
]

describe('a name that means another one', () => {
  it.each(rows)('[LN-17] %j: strict mode says the right word', (sent, words) => {
    const { send, reports } = record()
    send(...messages(sent))
    for (const word of words)
      expect(reports.filter(({ hint }) => new RegExp(`(Did you mean|to) "${word}"`).test(hint))).toHaveLength(1)
    expect(reports).toHaveLength(words.length)
  })

  it.each(rows)(
    '[LN-17] %j: lenient mode draws what is meant, with one warning for each name',
    (sent, words, property, drawn) => {
      const { send, reports, shown } = record({ validation: lenient })
      send(...messages(sent))
      expect(shown('s', 'root', property)).toEqual(drawn)
      expect(reports.map(({ severity }) => severity)).toEqual(words.map(() => 'warning'))
      for (const [index, word] of words.entries()) expect(reports[index]?.hint).toContain(`"${word}"`)
    },
  )

  it('[LN-17] takes nothing away that is there by its right name, and finds v0.8’s own names', () => {
    const { send, shown, reports } = record({ validation: lenient })
    send(CS('s'), UC('s', [{ id: 'root', component: 'TextField', label: 'l', value: 'right', text: 'wrong' }]))
    expect(shown('s', 'root', 'value')).toBe('right')
    expect(reports).toHaveLength(1)
    send(v08.SU('u', [v08.C('root', 'Select', { options: [], selections: { literalArray: [] } })]), v08.BR('u'))
    expect(reports[1]?.hint).toBe('Send "MultipleChoice".')
  })
})
