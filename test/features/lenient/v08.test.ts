// Lenient: what agents of v0.8 write in the words of v0.9 is read, each with a warning.

import { describe, expect, it } from 'vitest'
import { type Lenient, lenient } from '../../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { v08 } from '../../support/messages.ts'
import { type Recorder, record } from '../../support/recorder.ts'
import { mount } from '../../surface/mount.ts'

function draw(validation: 'strict' | Lenient, ...components: readonly JsonValue[]): Recorder {
  const recorder = record({ validation })
  recorder.send(v08.BR('s'), v08.SU('s', components))
  return recorder
}

const faults = ({ reports }: Recorder): readonly JsonValue[] =>
  reports.map(({ severity, place }) => `${severity} ${place.at?.replace('/surfaceUpdate/components/', '')}`)

type Plain = readonly [title: string, type: string, props: JsonObject, place: string, drawn: JsonObject]

const slider = { value: 5, maxValue: 10 }
const picker = { selections: ['a'], options: [{ label: { literalString: 'A' }, value: 'a' }] }
const tabs = { tabItems: [{ title: 'One', child: 'child' }] }

const plain: readonly Plain[] = [
  ['a text', 'Text', { text: 'plain' }, 'text', { text: 'plain' }],
  ['a number for a text', 'Text', { text: 5 }, 'text', { text: '5' }],
  ['a number', 'Slider', slider, 'value', { value: 5, max: 10 }],
  ['a truth value', 'CheckBox', { label: { literalString: 'L' }, value: true }, 'value', { value: true }],
  ['a list of texts', 'MultipleChoice', picker, 'selections', { value: ['a'] }],
  ['the name of an icon', 'Icon', { name: 'add' }, 'name', { name: 'add' }],
  ['ids of children', 'Row', { children: ['child'] }, 'children', { children: { kind: 'children', ids: ['child'] } }],
  ['a text deep down', 'Tabs', tabs, 'tabItems/0/title', { tabs: [{ title: 'One' }] }],
]

describe('plain values in v0.8', () => {
  it.each(plain)('[LN-14] %s is the literal that it stands for', (_title, type, props, place, drawn) => {
    const recorder = draw(lenient, v08.T('child', 'x'), v08.C('root', type, props))
    expect(faults(recorder)).toEqual([`warning 1/component/${type}/${place}`])
    expect(mount(recorder.runtime.surface('s')).snapshot().props).toMatchObject(drawn)
  })

  it('[LN-14] one of another type is not', () => {
    const { runtime } = draw(lenient, v08.C('root', 'Slider', { ...slider, value: 'much' }))
    expect(runtime.surface('s')?.components.get('root')?.invalid?.code).toBe('VALIDATION_FAILED')
  })

  it('[LN-14] strict refuses all of them', () => {
    for (const [, type, props] of plain) {
      const recorder = draw('strict', v08.C('root', type, props))
      expect(recorder.reports.map(({ severity }) => severity)).toEqual(['error'])
      expect(recorder.runtime.surface('s')?.components.get('root')?.invalid).toBe(recorder.reports[0])
    }
  })
})

describe('a component as v0.9 writes it in a message of v0.8', () => {
  it('[LN-15] is read, with its properties', () => {
    const wire = { id: 'root', weight: 2, component: 'Text', text: 'hi', usageHint: 'h1' }
    const recorder = draw(lenient, wire)
    expect(recorder.shown('s')).toBe('hi')
    expect(mount(recorder.runtime.surface('s')).snapshot().props).toMatchObject({
      text: 'hi',
      variant: 'h1',
      weight: 2,
    })
    expect(faults(recorder)).toEqual(['warning 0/component', 'warning 0/component/Text/text'])
  })

  it('[LN-15] has no properties where it writes none', () => {
    const recorder = draw(lenient, { id: 'root', component: 'Divider' })
    expect(recorder.runtime.surface('s')?.components.get('root')).toMatchObject({ type: 'Divider' })
    expect(faults(recorder)).toEqual(['warning 0/component'])
  })

  it('[LN-15] strict refuses it', () => {
    const recorder = draw('strict', { id: 'root', component: 'Text', text: 'hi' })
    const place = '/surfaceUpdate/components/0'
    expect(recorder.reports.map(({ place: { at } }) => at)).toEqual([`${place}/component`])
  })
})
