// What a page keeps of what an agent sends: bytes held for each byte sent, after a collection.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { act, cleanup, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { times } from '../support/times.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const heap = async (): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

/** What is held once the messages are drawn. */
async function held(messages: readonly JsonObject[]) {
  const recorder = record()
  const page = render(<SurfaceList runtime={recorder.runtime} />)
  const before = await heap()
  const sent = JSON.stringify(messages).length
  act(() => recorder.send(...messages))
  await page.findAllByRole('article')
  const bytes = (await heap()) - before
  cleanup()
  recorder.runtime.dispose()
  return { sent, bytes, codes: recorder.codes() }
}

const rows = (surfaceId: string): readonly JsonObject[] => [UD(surfaceId, '/', { rows: times(199, () => 1) })]

/** A template of relative paths, all different. */
const paths = (count: number): string => times(count, (index) => `\${a${index.toString(36)}}`).join('')

/** A row of the template that repeats over `/rows`. */
const repeating: JsonObject = { id: 'root', component: 'Column', children: { componentId: 'r', path: '/rows' } }

const greedy = (surfaceId: string): readonly JsonObject[] => [
  CS(surfaceId),
  ...rows(surfaceId),
  UC(surfaceId, [repeating, T('r', { call: 'formatString', args: { value: paths(9_500) } })]),
]

/** 10 templates of 100,000 characters, and what is drawn of them. */
const undrawn = (...drawn: readonly JsonObject[]): readonly JsonObject[] => [
  CS('s'),
  ...times(10, (n) => UC('s', [T(`t${n}`, { call: 'formatString', args: { value: paths(12_000) } })])),
  UC('s', drawn),
]

const cases: { readonly [name: string]: readonly [most: number, messages: () => readonly JsonObject[]] } = {
  'a text of 9,500 paths in 199 rows': [250, () => greedy('s')],
  'the same on eight surfaces': [250, () => times(8, (n) => greedy(`s${n}`)).flat()],
  'paths of 900 names in 199 rows': [
    2_500,
    () => [
      CS('s'),
      ...rows('s'),
      UC('s', [
        repeating,
        { id: 'r', component: 'Column', children: times(24, (n) => `t${n}`) },
        ...times(24, (n) => T(`t${n}`, { path: `${n}/${'a/'.repeat(900)}b` })),
      ]),
    ],
  ],
  'texts that nothing draws': [12, () => undrawn(T('root', 'x'))],
  'texts of closed tabs': [
    12,
    () => {
      const tabs = times(11, (n) => ({ title: `${n}`, child: n === 0 ? 'x' : `t${n - 1}` }))
      return undrawn({ id: 'root', component: 'Tabs', tabs: [...tabs] }, T('x', 'x'))
    },
  ],
}

it.each(Object.entries(cases))('[FN-20] %s: bytes held for each byte sent', async (_name, [most, messages]) => {
  await held([CS('s'), UC('s', [T('root', 'x')])])
  const { sent, bytes, codes } = await held(messages())
  expect(bytes / sent, codes.join(' ')).toBeLessThan(most)
})
