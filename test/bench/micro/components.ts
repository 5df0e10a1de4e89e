/** What a component costs: its way through the schema, and its properties against the data. */

import { createRuntime } from '../../../src/basic/create-runtime.ts'
import type { Component, Prop } from '../../../src/catalog/component.ts'
import { basicCatalog } from '../../../src/entries/catalogs.ts'
import { defaultLimits } from '../../../src/errors/limits.ts'
import { root } from '../../../src/json/pointer.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { ComponentBinding } from '../../../src/surface/binding.ts'
import { runChecks } from '../../../src/surface/checks.ts'
import { evaluateProp } from '../../../src/surface/evaluate.ts'
import { type LiveSurface, liveSurface } from '../../../src/surface/surface.ts'
import { CS, T, UC, UD } from '../../support/messages.ts'
import type { Case } from './measure.ts'

const count = 1_000

export function validationCases(): readonly Case[] {
  const wire = Array.from({ length: count }, (_, index) => sampleOf(index))
  const line = JSON.stringify(UC('s', wire))
  const dialect = basicCatalog.dialects.find(({ protocol }) => protocol === 'v0.9')
  if (!dialect) throw new Error('the basic catalog speaks no v0.9')
  const options = { limits: defaultLimits, lenient: undefined, warn: refuse }
  const runtime = running(CS('s'))
  const shared = { group: 'validation', yardstick: () => JSON.parse(line), against: 'JSON.parse of the same text' }
  const amount = { of: 'components', count }
  const parse = (component: JsonObject): Component => dialect.parseComponent(component, { at: '', line: 1 }, options)
  return [
    { ...shared, amount, name: 'components: schema and expressions', ours: () => wire.map(parse) },
    { ...shared, amount, name: 'components: from the line to the surface', ours: () => runtime.push(`${line}\n`) },
  ]
}

function sampleOf(index: number): JsonObject {
  const [id, path] = [`c${index}`, `/form/k${index}`]
  const samples: readonly JsonObject[] = [
    T(id, { path }),
    { ...T(id, `heading ${index}`), variant: 'h2' },
    T(id, { call: 'formatString', args: { value: `No. \${${path}}` } }),
    { id, component: 'TextField', label: 'Name', value: { path }, checks: [requiredAt(path)] },
    { id, component: 'Button', child: `${id}-label`, action: { event: { name: 'go', context: { value: { path } } } } },
    { id, component: 'Row', children: [`${id}-a`, `${id}-b`], align: 'center' },
  ]
  return samples[index % samples.length] as JsonObject
}

function requiredAt(path: string): JsonObject {
  return { condition: { call: 'required', args: { value: { path } } }, message: 'Please fill this in' }
}

export function evaluationCases(): readonly Case[] {
  const data = { user: { name: 'Ada', town: 'Sample Town' } }
  const created = running(
    CS('s'),
    UC('s', [
      T('bound', { path: '/user/name' }),
      T('sentence', { call: 'formatString', args: { value: '${/user/name} of ${/user/town}' } }),
      { id: 'field', component: 'TextField', label: 'Name', checks: [requiredAt('/user/name')] },
    ]),
    UD('s', '/', data),
  ).surface('s')
  if (!created) throw new Error('there is no surface')
  const surface = liveSurface(created)
  const shared = { group: 'evaluation', yardstick: nestedRead(data), against: 'data.user.name' }
  return [
    { ...shared, name: 'a bound property', ours: evaluating(surface, 'bound', 'text') },
    { ...shared, name: 'a formatString of two values', ours: evaluating(surface, 'sentence', 'text') },
    { ...shared, name: 'a check: required', ours: checking(surface) },
  ]
}

function nestedRead(data: {
  readonly user: { readonly name: string; readonly town: string }
}): (turn: number) => string {
  const all = [data, { user: { name: 'Ben', town: 'Elsewhere' } }]
  return (turn) => all[turn % 2]?.user.name ?? ''
}

function evaluating(surface: LiveSurface, id: string, name: string): () => unknown {
  const binding = new ComponentBinding(surface, id, root)
  const prop = surface.components.get(id)?.props[name] as Prop
  return () => evaluateProp(prop, binding)
}

function checking(surface: LiveSurface): () => unknown {
  const binding = new ComponentBinding(surface, 'field', root)
  const component = surface.components.get('field') as Component
  const checks = component.props['checks'] as Prop
  return () => runChecks(component, evaluateProp(checks, binding), binding)
}

function running(...messages: readonly JsonObject[]): ReturnType<typeof createRuntime> {
  // A page has a task for each evaluation, and the work of a task is limited. Here one task has thousands of them.
  const runtime = createRuntime({ onError: refuse, limits: { work: Number.MAX_SAFE_INTEGER } })
  runtime.apply(messages)
  return runtime
}

function refuse(error: Error): never {
  throw error
}
