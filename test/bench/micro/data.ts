/** JSON Pointer and the data model. */
import jsonpointer from 'jsonpointer'
import { type Pointer, parsePointer, pointerOf, read, write } from '../../../src/json/pointer.ts'
import type { JsonObject, Maybe } from '../../../src/json/value.ts'
import { createDataModel, type DataModel } from '../../../src/surface/data-model.ts'
import { createStore } from '../bare/store.ts'
import type { Case } from './measure.ts'

const text = '/trips/3/hotel/name'
const pointer = parsePointer(text)

function trips(): { readonly trips: JsonObject[] } {
  return { trips: Array.from({ length: 10 }, (_, index) => ({ hotel: { name: `hotel ${index}`, stars: index } })) }
}

function pointers(): readonly Case[] {
  const document = trips() as unknown as JsonObject
  const compiled = jsonpointer.compile(text)
  const [ours, theirs] = [trips() as unknown as Maybe, trips()]
  const owned = new WeakSet<object>()
  return [
    {
      group: 'pointer',
      name: 'read a pointer of four names',
      ours: () => read(document, pointer),
      yardstick: () => compiled.get(document),
      against: 'jsonpointer, compiled',
    },
    {
      group: 'pointer',
      name: 'parse it and read',
      ours: () => read(document, parsePointer(text)),
      yardstick: () => jsonpointer.get(document, text),
      against: 'jsonpointer.get',
    },
    {
      group: 'pointer',
      name: 'write, containers owned',
      ours: (turn) => write(ours, pointer, turn, owned),
      yardstick: (turn) => compiled.set(theirs, turn),
      against: 'jsonpointer, compiled',
    },
  ]
}

const sizes = [10, 100, 1_000, 10_000, 100_000]

function keysOf(size: number): readonly Pointer[] {
  return Array.from({ length: size }, (_, index) => pointerOf(['t', `k${index}`]))
}

function filled(keys: readonly Pointer[]): DataModel {
  const model = createDataModel()
  for (const key of keys) model.write(key, -1)
  return model
}

/** Each write has another value than any before: one that changes nothing wakes nobody. */
function amongListeners(size: number): Case {
  const keys = keysOf(size)
  const model = filled(keys)
  const store = createStore()
  let woken = 0
  const listener = (): void => void woken++
  for (const key of keys) {
    model.listeners.add(key, { invalidate: listener })
    store.write(key, -1)
    store.place(key).subscribe(listener)
  }
  return {
    group: 'data',
    size,
    name: 'a write, with listeners',
    ours: (turn) => model.write(keys[turn % size] as Pointer, woken + 1),
    yardstick: (turn) => store.write(keys[turn % size] as Pointer, woken + 1),
    against: 'bare store',
  }
}

/** The host reads the whole model between two writes, so each write has to leave it what it read. */
function afterReading(size: number): Case {
  const keys = keysOf(size)
  const model = filled(keys)
  const all = pointerOf(['t'])
  let object = model.read(all) as JsonObject
  let value = 0
  return {
    group: 'data',
    size,
    name: 'a write, the object of all keys read before',
    ours(turn) {
      const before = model.read(all)
      model.write(keys[turn % size] as Pointer, value++)
      return before
    },
    yardstick(turn) {
      object = { ...object, [`k${turn % size}`]: value++ }
      return object
    },
    against: '`{ ...object, key }`',
  }
}

/** Made one by one: 100,000 listeners are not to weigh on the other measurements. */
export const dataCases: readonly (() => readonly Case[])[] = [
  pointers,
  ...sizes.map((size) => () => [amongListeners(size)]),
  ...sizes.map((size) => () => [afterReading(size)]),
]
