// An agent that mends its own slips from what the runtime tells it: the wire error names the place, and that is enough.
import { expect, it } from 'vitest'
import type { SurfaceError } from '../../src/entries/core.ts'
import { namesIn } from '../../src/json/pointer.ts'
import { getOwn, isObject, type JsonObject } from '../../src/json/value.ts'
import { CS, T } from '../support/messages.ts'
import { seeded } from '../support/random.ts'
import { record } from '../support/recorder.ts'
import { sized } from '../support/soak.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What the agent means to send. */
const meant: JsonObject = {
  version: 'v0.9',
  updateComponents: {
    surfaceId: 's',
    components: [
      { id: 'root', component: 'Column', children: ['title', 'field', 'list', 'go'], align: 'stretch' },
      { ...T('title', { call: 'formatString', args: { value: 'Hello ${/name}' } }), variant: 'h2' },
      {
        id: 'field',
        component: 'TextField',
        label: 'Name',
        value: { path: '/name' },
        checks: [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'A name, please' }],
      },
      { id: 'list', component: 'List', children: { componentId: 'row', path: '/rows' }, direction: 'vertical' },
      T('row', { path: 'name' }),
      {
        id: 'go',
        component: 'Button',
        child: 'label',
        action: { event: { name: 'go', context: { a: { path: '/name' } } } },
      },
      T('label', 'Go'),
    ],
  },
}

/** A place of the message that a slip can be made at: not the envelope's own members. */
function placesIn(value: Json, at: readonly string[], places: (readonly string[])[]): void {
  const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  for (const [key, item] of inner as readonly (readonly [string | number, Json])[]) {
    const place = [...at, String(key)]
    if (place.length > 3) places.push(place)
    placesIn(item, place, places)
  }
}

const slips: readonly ((container: { [key: string]: Json }, key: string) => void)[] = [
  (container, key) => {
    container[key] = 12_345
  },
  (container, key) => {
    container[key] = { odd: true }
  },
  (container, key) => {
    container[`${key}s`] = 'surplus'
  },
  (container, key) => {
    delete container[key]
  },
]

function parentOf(message: Json, place: readonly string[]): { [key: string]: Json } | undefined {
  let found: Json | undefined = message
  for (const name of place.slice(0, -1))
    found = isObject(found) || Array.isArray(found) ? (found as { [key: string]: Json })[name] : undefined
  return isObject(found) && !Array.isArray(found) ? (found as { [key: string]: Json }) : undefined
}

/** Puts at the place that the error names what was meant there; where nothing was, it takes away what is. */
function mend(message: Json, wire: JsonObject): boolean {
  const error = wire['error'] as JsonObject
  const path = error['path']
  if (typeof path !== 'string') return false
  const names = namesIn(path)
  // The place itself, or the nearest one around it that the agent knows of.
  for (let length = names.length; length > 3; length--) {
    const place = names.slice(0, length)
    const key = place.at(-1) as string
    const here = parentOf(message, place)
    const there = parentOf(meant as Json, place)
    const value = there && getOwn(there, key)
    if (!here || JSON.stringify(getOwn(here, key)) === JSON.stringify(value)) continue
    if (value === undefined) delete here[key]
    else here[key] = structuredClone(value)
    return true
  }
  return false
}

it('[O-2] [E-7] an agent that puts right what it is told comes to the surface it meant', () => {
  const random = seeded(31)
  const places: (readonly string[])[] = []
  placesIn(meant as Json, [], places)
  let reported = 0
  for (let n = 0; n < sized(400, 20_000); n++) {
    const message = structuredClone(meant) as Json
    for (let slip = 0; slip < 1 + Math.floor(random() * 3); slip++) {
      const place = places[Math.floor(random() * places.length)] as readonly string[]
      const container = parentOf(message, place)
      const make = slips[Math.floor(random() * slips.length)]
      if (container) make?.(container, place.at(-1) as string)
    }
    const errors: SurfaceError[] = []
    const { runtime } = record({ onError: (error) => void errors.push(error) })
    runtime.push(`${JSON.stringify(CS('s'))}\n`)
    for (let turn = 0; turn < 12; turn++) {
      errors.length = 0
      runtime.push(`${JSON.stringify(message)}\n`)
      const [error] = errors
      if (!error) break
      reported++
      const wire = JSON.parse(JSON.stringify(runtime.encode(error))) as JsonObject
      expect(mend(message, wire), `${error.message} at ${error.place.at}`).toBe(true)
    }
    expect(errors).toEqual([])
    expect(runtime.surface('s')?.components.size).toBeGreaterThanOrEqual(7)
  }
  expect(reported).toBeGreaterThan(200)
})
