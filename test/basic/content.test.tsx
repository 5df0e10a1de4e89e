// Icon, Divider, List.
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import basic from '../../catalogs/v0.9/basic_catalog.json'
import { iconNamed } from '../../src/basic/icon/icons.ts'
import type { JsonObject, JsonValue } from '../../src/entries/index.ts'
import { T } from '../support/messages.ts'
import { show, show08 } from './show.tsx'

const icon = (name: JsonValue, extra: JsonObject = {}): JsonObject => ({
  id: 'root',
  component: 'Icon',
  name,
  ...extra,
})
const names = JSON.stringify(basic).match(/"IconName":.*?\[\{"enum":(\[.*?\])/)?.[1] ?? '[]'

describe('[BC-9] Icon', () => {
  it('[BC-9] has a drawing for each of the 59 names', () => {
    const all = JSON.parse(names) as string[]
    expect(all).toHaveLength(59)
    expect(all.filter((name) => !iconNamed(name))).toEqual([])
  })

  it('[BC-9] is decoration unless it has a label', () => {
    const { page, update } = show([icon('favorite')])
    expect(page.container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    update(icon('favorite', { accessibility: { label: 'Liked' } }))
    expect(screen.getByRole('img', { name: 'Liked' })).toBeTruthy()
  })

  it('[BC-9] [R-13] names a button that has nothing else, whenever it comes and whatever comes after it', async () => {
    const button = { id: 'root', component: 'Button', child: 'row', action: { event: { name: 'go' } } }
    const row = { id: 'row', component: 'Row', children: ['sign', 'word'] }
    const { update, write } = show([button, row, T('sign', 'Words first'), T('word', { path: '/word' })])
    const named = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name })
    await named('Words first')
    update({ ...icon('search'), id: 'sign' })
    await named('search')
    update({ ...icon('arrowBack'), id: 'sign' })
    await named('arrow back')
    write('/word', 'Back')
    await named('Back')
    write('/word', '')
    await named('arrow back')
    update(T('sign', 'Words again'))
    await named('Words again')
  })

  it('[BC-9] draws a path of the agent', () => {
    const { page } = show([icon({ svgPath: 'M0 0h24v24z' })])
    expect(page.container.querySelector('path')?.getAttribute('d')).toBe('M0 0h24v24z')
  })

  it.each<JsonValue>([
    'hom',
    { svgPath: 'url(#x)' },
    { svgPath: 'M0 0<script>' },
    { svgPath: `M${'0'.repeat(10_000)}` },
    5,
    {},
  ])('[BC-9] a literal that is none is refused', (name) => {
    const { errors } = show([icon(name)])
    expect(errors.map(({ code }) => code)).toEqual(['VALIDATION_FAILED'])
  })

  it.each<[JsonValue, number]>([
    ['hom', 1],
    [{ svgPath: 'url(#x)' }, 1],
    [{ svgPath: `M${'0'.repeat(10_000)}` }, 1],
    [5, 1],
    [null, 0],
    ['constructor', 1],
  ])('[BC-9] a bound value that is none leaves the place empty, and is reported', async (name, reports) => {
    const { page, errors } = show([icon({ path: '/icon' })], { data: { icon: name } })
    await Promise.resolve()
    expect(page.container.querySelector('svg')?.childElementCount).toBe(0)
    expect(errors.map(({ severity }) => severity)).toEqual(Array(reports).fill('warning'))
  })

  it('[BC-9] follows what it is bound to', () => {
    const { page, write } = show([icon({ path: '/icon' })], { data: { icon: 'star' } })
    const before = page.container.innerHTML
    write('/icon', 'starOff')
    expect(page.container.innerHTML).not.toBe(before)
    write('/icon', { svgPath: 'M1 1h2' })
    expect(page.container.querySelector('path')?.getAttribute('d')).toBe('M1 1h2')
  })

  it.each<[JsonObject]>([[{ literalString: 'home' }], [{ path: 'icon', literalString: 'home' }]])(
    '[BC-9] [BC-13] v0.8: %j',
    (name) => {
      const { page, errors } = show08([['root', 'Icon', { name }]])
      expect(page.container.querySelectorAll('svg path').length).toBeGreaterThan(0)
      expect(errors).toEqual([])
    },
  )
})

describe('[BC-12] Divider', () => {
  it('[BC-12] is a separator with an axis', () => {
    const { update } = show([{ id: 'root', component: 'Divider' }])
    expect(screen.getByRole('separator').className).toBe('sf-divider sf-divider--horizontal')
    update({ id: 'root', component: 'Divider', axis: 'vertical' })
    expect(screen.getByRole('separator').getAttribute('aria-orientation')).toBe('vertical')
  })
})

describe('[BC-10] List', () => {
  it('[BC-10] is a list of items, by ids or by a template', () => {
    const { update, write } = show([
      { id: 'root', component: 'List', children: ['a', 'b'] },
      T('a', 'one'),
      T('b', 'two'),
    ])
    const items = () => screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(screen.getByRole('list')).toBeTruthy()
    expect(items()).toEqual(['one', 'two'])
    write('/rows', [{ name: 'three' }])
    update(
      { id: 'root', component: 'List', direction: 'horizontal', children: { componentId: 'a', path: '/rows' } },
      T('a', { path: 'name' }),
    )
    expect(items()).toEqual(['three'])
  })

  it('[BC-10] has the button for the rest as its last item', () => {
    const { page } = show(
      [{ id: 'root', component: 'List', children: { componentId: 'a', path: '/rows' } }, T('a', { path: '' })],
      {
        data: { rows: [1, 2, 3] },
        limits: { templateItems: 2 },
      },
    )
    expect(page.container.querySelector('li:last-child > button')?.textContent).toBe('Show more (1)')
  })
})
