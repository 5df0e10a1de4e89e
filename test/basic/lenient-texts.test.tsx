// Lenient mode: paths in other forms are read alike wherever their text is drawn, also where it has no component view.
import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/entries/index.ts'
import { lenient } from '../../src/entries/lenient.ts'
import { T } from '../support/messages.ts'
import { show } from './show.tsx'

const shown = (container: HTMLElement): readonly string[] =>
  [...container.querySelectorAll('.sf-text')].map(({ textContent }) => textContent)

const root = (children: unknown): JsonObject => ({ id: 'root', component: 'Column', children }) as JsonObject

it.each(['b.when', '/b.when', '/data/b/when', '//b/when'])('[LN-25] %s is read within a container', (path) => {
  const parts = [root(['box']), { id: 'box', component: 'Row', children: ['a', 'c'] }, T('a', { path })]
  const more = [...parts, T('c', { path: '/b/when' })]
  const { page, write } = show(more, { validation: lenient, data: { b: { when: 'Friday' } } })
  expect(shown(page.container)).toEqual(['Friday', 'Friday'])
  write('/b/when', 'Monday')
  expect(shown(page.container)).toEqual(['Monday', 'Monday'])
})

it('[LN-25] is read within a container when the data come later', () => {
  const { page, write } = show([root(['a']), T('a', { path: '/b.when' })], { validation: lenient })
  expect(shown(page.container)).toEqual([''])
  write('/b', { when: 'Friday' })
  expect(shown(page.container)).toEqual(['Friday'])
})

it('[LN-25] is read in rows of texts alone', () => {
  const parts = [root({ componentId: 'row', path: '/rows' }), { id: 'row', component: 'Row', children: ['a'] }]
  const data = { rows: [{ n: 'x' }, { n: 'y' }] }
  for (const path of ['/n', '/rows/0/n', 'item.n'])
    expect(shown(show([...parts, T('a', { path })], { validation: lenient, data }).page.container)).toEqual(['x', 'y'])
})
