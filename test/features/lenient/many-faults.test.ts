// Lenient mode under a component with more faults than anyone makes by mistake.

import { expect, it } from 'vitest'
import { createRuntime } from '../../../src/basic/create-runtime.ts'
import type { SurfaceError } from '../../../src/entries/core.ts'
import { lenient } from '../../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { cpuTimer, quickest } from '../../support/cpu-timer.ts'
import { CS, T, UC } from '../../support/messages.ts'

function take(count: number): {
  readonly reports: readonly SurfaceError[]
  readonly time: number
  readonly text: boolean
} {
  const reports: SurfaceError[] = []
  const runtime = createRuntime({ validation: lenient, onError: (error) => void reports.push(error) })
  const surplus = Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, index]))
  runtime.apply(CS('s'))
  const spent = cpuTimer()
  runtime.apply(UC('s', [{ ...T('root', 'x'), ...surplus }]))
  const component = runtime.surface('s')?.components.get('root')
  return { reports, time: spent(), text: component?.invalid === undefined && component !== undefined }
}

it('[C-8] of a thousand unknown properties all are left out, and a bounded number is reported', () => {
  const { reports, text } = take(1_000)
  expect(text).toBe(true)
  expect(reports.length).toBeLessThanOrEqual(32)
  expect(new Set(reports.map(({ severity }) => severity))).toEqual(new Set(['warning']))
  expect(new Set(reports.map(({ place }) => place.at)).size).toBe(reports.length)
})

it('[C-8] twenty times as many unknown properties do not take four hundred times as long @all', () => {
  take(1_000)
  const times = (count: number): number => quickest(4, () => take(count).time)
  expect(times(20_000) / times(1_000)).toBeLessThan(150)
})

const context = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, { call: 'nobody' }]))
const faulty = Array.from({ length: 2_000 }, (_, index) => ({ ...T(`text${index}`, 'x'), surplus: 1 }))

it.each<readonly [title: string, count: number, components: readonly JsonValue[]]>([
  ['calls of unknown functions', 32, [{ id: 'root', component: 'Icon', name: 'add' }, buttonWith(context)]],
  ['faulty components', 1_000, faulty],
])('[C-8] of thousands of %s in one message %i are reported, and all components are there', (_title, count, all) => {
  const reports: SurfaceError[] = []
  const runtime = createRuntime({ validation: lenient, onError: (error) => void reports.push(error) })
  runtime.apply([CS('s'), UC('s', all)])
  expect(reports).toHaveLength(count)
  const components = [...(runtime.surface('s')?.components.values() ?? [])]
  expect(components.filter(({ invalid }) => invalid === undefined)).toHaveLength(all.length)
})

it('[C-8] a component of unknown type shows as many children as a line has room for', () => {
  const reports: SurfaceError[] = []
  const runtime = createRuntime({ validation: lenient, onError: (error) => void reports.push(error) })
  const children = Array.from({ length: 240_000 }, () => 'a')
  runtime.apply([CS('s'), UC('s', [T('a', 'x'), { id: 'root', component: 'Nobody', children }])])
  expect(reports.map(({ code }) => code)).toEqual(['COMPONENT_UNKNOWN'])
  expect(runtime.surface('s')?.components.get('root')?.props['children']).toEqual({ kind: 'children', ids: ['a'] })
})

function buttonWith(context: JsonObject): JsonObject {
  return { id: 'button', component: 'Button', child: 'root', action: { event: { name: 'go', context } } }
}
