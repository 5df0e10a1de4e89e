// Guide: components, looks and a library of a host's own.
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { compileCatalog } from '../../../src/entries/ajv.ts'
import { renderSurface } from '../../../src/entries/testing.tsx'
import type { JsonObject } from '../../../src/json/value.ts'
import { CS, T, UC, UD } from '../../support/messages.ts'
import type { Runs } from './run.ts'
import { buildTravel } from './travel-build.ts'

const go = { event: { name: 'go' } }

const required = {
  condition: { call: 'required', args: { value: { path: '/name' } } },
  message: 'A name is needed',
}
const options = [
  { label: 'By the window', value: 'window' },
  { label: 'In the garden', value: 'garden' },
]
const table = { options, value: { path: '/table' } }
const controls = [
  { id: 'root', component: 'Card', child: 'tabs' },
  {
    id: 'tabs',
    component: 'Tabs',
    tabs: [
      { title: 'Table', child: 'form' },
      { title: 'Menu', child: 'menu' },
    ],
  },
  { id: 'form', component: 'Column', children: ['name', 'quiet', 'one', 'many', 'guests', 'go', 'modal'] },
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' }, checks: [required] },
  { id: 'quiet', component: 'CheckBox', label: 'A quiet one', value: { path: '/quiet' } },
  { id: 'one', component: 'ChoicePicker', label: 'Place', ...table },
  {
    id: 'many',
    component: 'ChoicePicker',
    label: 'Places',
    ...table,
    variant: 'multipleSelection',
    filterable: true,
  },
  { id: 'guests', component: 'Slider', label: 'Guests', min: 1, max: 9, value: { path: '/guests' } },
  { id: 'go', component: 'Button', child: 'l', checks: [required], action: { event: { name: 'go' } } },
  { id: 'modal', component: 'Modal', trigger: 'more', content: 'rules' },
  { id: 'more', component: 'Button', child: 'm', action: { event: { name: 'more' } } },
  ...[T('l', 'Go'), T('m', 'More'), T('rules', 'No smoking'), T('menu', 'Soup')],
]
const data = { name: '', quiet: false, table: ['window'], guests: 2 }
const everyControl = [CS('s'), UC('s', controls), UD('s', '/', data)]

export const components: Runs = {
  'The catalog': {
    in: 'page',
    async run({ load }) {
      const schema = await load<JsonObject>('travel/travel.json')
      const { components: types, functions } = compileCatalog(schema)
      expect([Object.keys(types), Object.keys(functions)]).toEqual([['Stay'], ['nights']])
    },
  },
  'The build step': {
    in: 'node',
    async run({ load }) {
      const config = await load<typeof import('../travel/vite.config.ts')>('travel/vite.config.ts')
      await buildTravel(config.default)
    },
  },
  'The renderers': {
    in: 'page',
    elsewhere: { 'travel/travel.test.tsx': 'test/readme/travel/travel.test.tsx' },
    async run({ load }) {
      await load('travel/travel.tsx')
      const { Reply, runtime } = await load<typeof import('../travel/chat.tsx')>('travel/chat.tsx')
      const nights = { call: 'nights', args: { from: '2026-05-01', to: '2026-05-04' } }
      const stay = {
        component: 'Stay',
        hotel: 'Sample Inn',
        photo: 'https://pictures.example/inn.jpg',
        nights,
        book: { event: { name: 'book' } },
      }
      const column = { id: 'root', component: 'Column', children: ['stay', 'around'] }
      const around = { id: 'around', component: 'Button', child: 'inside', action: go }
      runtime.apply([
        CS('s', { catalogId: 'https://host.example/travel' }),
        UC('s', [column, { id: 'stay', ...stay }, around, { id: 'inside', ...stay }]),
      ])
      render(<Reply />)
      expect(screen.getAllByText('Sample Inn, 3 nights')).toHaveLength(1)
      expect(screen.getAllByRole('button', { name: 'Book' })).toHaveLength(1)
    },
  },
}

export const looks: Runs = {
  'Custom properties': {
    in: 'page',
    async run({ load }) {
      await load('looks.css')
      expect(getComputedStyle(document.documentElement).getPropertyValue('--sf-radius')).toBe('0px')
    },
  },
  'A component library of yours': {
    in: 'page',
    async run({ load, says }) {
      says('<SurfaceList runtime={runtime} renderers={renderers} />')
      const { renderers } = await load<typeof import('../looks.tsx')>('looks.tsx')
      const column = { id: 'root', component: 'Column', children: ['f', 'b', 'around'] }
      const field = { id: 'f', component: 'TextField', label: 'Name', value: { path: '/name' }, checks: [required] }
      const button = { component: 'Button', child: 'l', action: go }
      const messages = [
        CS('s'),
        UC('s', [column, field, { id: 'b', ...button, checks: [required] }, T('l', 'Go')]),
        UC('s', [
          { ...button, id: 'around', child: 'inside' },
          { id: 'inside', ...button },
        ]),
      ]
      const { page, surface, events, container } = renderSurface(messages, { view: { renderers } })
      expect(container.querySelector('button button')).toBeNull()
      await userEvent.click(page.getByRole('button', { name: 'Go' }))
      expect(page.getByText('A name is needed')).toBeDefined()
      expect(events).toEqual([])
      await userEvent.type(page.getByLabelText('Name'), 'Ada')
      expect(surface().data.get('/name')).toBe('Ada')
      await userEvent.click(page.getByRole('button', { name: 'Go' }))
      expect(events.map(({ name }) => name)).toEqual(['go'])
    },
  },
}

export const library: Runs = {
  'A component library, whole': {
    in: 'page',
    async run({ load, says }) {
      says('<SurfaceList runtime={runtime} renderers={libraryRenderers} />')
      const sheet = await load<HTMLStyleElement>('library.css')
      expect(sheet.sheet?.cssRules.length).toBeGreaterThan(10)
      const { libraryRenderers } = await load<typeof import('../library.tsx')>('library.tsx')
      const drawn = (frozen = false) =>
        renderSurface(everyControl, { view: { renderers: libraryRenderers, frozen, clickGuard: 0 } })
      const { page, surface, events, codes } = drawn()
      await userEvent.click(page.getByRole('button', { name: 'Go' }))
      expect(page.getByRole('textbox', { name: 'Name', description: 'A name is needed' })).toBeDefined()
      expect(events).toEqual([])
      await userEvent.type(page.getByRole('textbox', { name: 'Name' }), 'Ada')
      expect(page.queryByText('A name is needed')).toBeNull()
      await userEvent.click(page.getByRole('checkbox', { name: 'A quiet one' }))
      const one = within(page.getByRole('radiogroup', { name: 'Place' }))
      await userEvent.click(one.getByRole('radio', { name: 'In the garden' }))
      expect(surface().data.get('/table')).toEqual(['garden'])
      const many = within(page.getByRole('group', { name: 'Places' }))
      await userEvent.type(page.getByRole('searchbox'), 'wind')
      expect(many.queryByRole('checkbox', { name: 'In the garden' })).toBeNull()
      await userEvent.click(many.getByRole('checkbox', { name: 'By the window' }))
      act(() => page.getByRole('slider', { name: 'Guests' }).focus())
      await userEvent.keyboard('{ArrowRight}')
      expect(surface().data.get('/')).toEqual({ name: 'Ada', quiet: true, table: ['garden', 'window'], guests: 3 })
      await userEvent.click(page.getByRole('button', { name: 'Go' }))
      await userEvent.click(page.getByRole('button', { name: 'More' }))
      expect(within(await page.findByRole('dialog')).getByText('No smoking')).toBeDefined()
      await userEvent.click(page.getByRole('button', { name: 'Close' }))
      await userEvent.click(page.getByRole('tab', { name: 'Menu' }))
      expect(page.getByRole('tabpanel', { name: 'Menu' }).textContent).toBe('Soup')
      expect([events.map(({ name }) => name), codes()]).toEqual([['go', 'more'], []])
      page.unmount()

      const quiet = drawn(true).page
      const still = within(quiet.getByRole('radiogroup', { name: 'Place' }))
      expect(quiet.getByRole('textbox', { name: 'Name' }).hasAttribute('readonly')).toBe(true)
      expect(quiet.getByRole('checkbox', { name: 'A quiet one' }).getAttribute('aria-readonly')).toBe('true')
      expect(still.getByRole('radio', { name: 'By the window' }).getAttribute('aria-checked')).toBe('true')
      expect((quiet.getByRole('slider', { name: 'Guests' }) as HTMLInputElement).disabled).toBe(true)
      expect(quiet.getByRole('button', { name: 'Go' }).getAttribute('aria-disabled')).toBe('true')
    },
  },
}
