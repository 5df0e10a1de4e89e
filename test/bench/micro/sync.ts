/** Messages that come again: a chat that did not change, a tool's result that grows, a history. */

import { createRuntime } from '../../../src/basic/create-runtime.ts'
import { sync } from '../../../src/features/sync/sync.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { CS, T, UC, UD } from '../../support/messages.ts'
import type { Case } from './measure.ts'

/** 200 messages of a chat, of which 50 have a surface of 20 components. */
function chat(messages: number, surfaces: number): readonly (readonly JsonObject[])[] {
  return Array.from({ length: messages }, (_, index) =>
    index % (messages / surfaces) === 0 ? surface(`s${index}`, 20) : [],
  )
}

function surface(id: string, components: number): readonly JsonObject[] {
  const texts = Array.from({ length: components }, (_, index) => T(`t${index}`, `text ${index}`))
  return [CS(id), UC(id, texts), UD(id, '/name', 'Ann')]
}

const copyOf = <T>(value: T): T => structuredClone(value)

function syncing(sources: readonly (readonly JsonObject[])[]) {
  const runtime = createRuntime({ sync, onError: fail })
  const syncAll = (): void => {
    for (const [index, messages] of sources.entries()) runtime.sync(`m${index}`, messages)
  }
  syncAll()
  return { runtime, syncAll }
}

function fail(error: Error): never {
  throw error
}

export function syncCases(): readonly Case[] {
  const group = 'sync'
  const whole = chat(200, 50)
  const same = syncing(whole)
  const copies = [copyOf(whole), copyOf(whole)] as const
  const compared = syncing(whole)
  const texts = JSON.stringify(whole)
  const growing = Array.from({ length: 5_000 }, (_, index) => T(`t${index}`, `text ${index}`))
  const history = Array.from({ length: 1_000 }, (_, index) => surface(`h${index}`, 5))
  return [
    {
      ...{ group, name: 'an unchanged chat of 200 messages, 50 surfaces', ours: same.syncAll },
      ...{ yardstick: () => JSON.stringify(whole) === texts, against: 'JSON.stringify of it' },
    },
    {
      ...{ group, name: 'the same as new objects' },
      ours: (turn) => copies[turn % 2]?.forEach((messages, index) => void compared.runtime.sync(`m${index}`, messages)),
      ...{ yardstick: () => JSON.stringify(whole) === texts, against: 'JSON.stringify of it' },
    },
    {
      ...{ group, name: 'a result that grows to 5,000 components, 50 at a time' },
      ours: () => {
        const runtime = createRuntime({ sync, onError: fail })
        for (let count = 50; count <= growing.length; count += 50)
          runtime.sync('tool', [CS('s'), UC('s', growing.slice(0, count))])
        return runtime
      },
      yardstick: () => {
        const runtime = createRuntime({ sync, onError: fail })
        runtime.apply(CS('s'))
        for (let from = 0; from < growing.length; from += 50) runtime.apply(UC('s', growing.slice(from, from + 50)))
        return runtime
      },
      against: 'apply of what is new',
    },
    {
      ...{ group, name: 'a history of 1,000 messages' },
      ours: () => syncing(history),
      yardstick: () => {
        const runtime = createRuntime({ sync, onError: fail })
        for (const messages of history) runtime.apply(messages)
        return runtime
      },
      against: 'apply',
    },
  ]
}
