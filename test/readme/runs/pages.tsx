// Guide: frameworks, the inspector, options and tests.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { expect } from 'vitest'
import { type ClientEvent, createRuntime, type SurfaceError, SurfaceList } from '../../../src/entries/index.ts'
import { CS, T, UC, UD } from '../../support/messages.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { answer, page } from './network.ts'
import type { Runs } from './run.ts'

const press = { id: 'root', component: 'Button', child: 'l', action: { event: { name: 'go' } } }
const messages = [CS('s'), UC('s', [press, T('l', 'Go')])]

export const frameworks: Runs = {
  Hooks: {
    in: 'page',
    async run({ load }) {
      const { Trip } = await load<typeof import('../trip.tsx')>('trip.tsx')
      const runtime = createRuntime()
      render(<Trip runtime={runtime} />)
      expect(screen.getByRole('complementary').getAttribute('aria-busy')).toBe('true')
      const heading = { id: 'root', component: 'Text', variant: 'h1', text: { path: '/nights' } }
      act(() => runtime.apply([CS('trip'), UC('trip', [heading]), UD('trip', '/nights', 2)]))
      expect(screen.getByRole('complementary').textContent).toContain('180 €')
      await userEvent.click(screen.getByRole('button', { name: 'One night more' }))
      expect(screen.getByRole('complementary').textContent).toContain('270 €')
      expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('3')
      expect(screen.getByRole('article', { name: 'Travel desk' })).toBeTruthy()
    },
  },
  'Next.js': {
    in: 'page',
    async run(reader) {
      const route = await reader.load<typeof import('../next/route.ts')>('next/route.ts')
      const logged: unknown[] = []
      reader.owns({ console: { ...console, log: (...given: readonly unknown[]) => logged.push(...given) } })
      answer(reader, { [page]: (request) => (request.method === 'GET' ? route.GET() : route.POST(request)) })
      const { default: Page } = await reader.load<typeof import('../next/page.tsx')>('next/page.tsx')
      render(<Page />)
      await userEvent.click(await screen.findByRole('button', { name: 'Say hello' }))
      await waitUntil(() => logged.length > 0)
      expect(logged).toEqual(['hello'])
    },
  },
  'Drawn on the server': {
    in: 'page',
    async run(reader) {
      const { Answer } = await reader.load<typeof import('../next/answer.tsx')>('next/answer.tsx')
      const said = (text: string) => [CS('s'), UC('s', [T('root', text)])]
      const served = document.createElement('div')
      served.innerHTML = renderToString(<Answer messages={said('from the server')} />)
      expect(served.textContent).toContain('from the server')
      document.body.append(served)
      reader.after(() => served.remove())
      const container = { container: served, hydrate: true, reactStrictMode: true }
      const { rerender } = render(<Answer messages={said('from the server')} />, container)
      rerender(<Answer messages={said('from the agent')} />)
      expect(await screen.findByText('from the agent')).toBeDefined()
    },
  },
  'Custom elements': {
    in: 'page',
    async run(reader) {
      const posted: unknown[] = []
      reader.owns({ postToAgent: async (wire: unknown) => void posted.push(wire) })
      document.body.append(document.createElement('surface-list'))
      const { list } = await reader.load<typeof import('../element.ts')>('element.ts')
      reader.after(() => list?.remove())
      list?.runtime?.apply(messages)
      await userEvent.click(await screen.findByRole('button', { name: 'Go' }))
      expect(posted).toMatchObject([{ action: { name: 'go' } }])
    },
  },
  'Without a build step': {
    in: 'page',
    cannot: 'a browser opens test/readme/plain.html: `npm run adopt -- elements`',
  },
}

export const inspector: Runs = {
  'Why does a surface look like this?': {
    in: 'page',
    async run({ load }) {
      const { Page, runtime } = await load<typeof import('../inspector.tsx')>('inspector.tsx')
      // Before the inspector is drawn: the record begins with its call.
      runtime.apply(messages)
      render(<Page />)
      await userEvent.click(screen.getByRole('tab', { name: /^Lines/ }))
      expect(screen.getAllByText(/createSurface|updateComponents/).length).toBeGreaterThan(1)
      await userEvent.click(screen.getByRole('button', { name: 'Go' }))
      await userEvent.click(screen.getByRole('tab', { name: /^Events/ }))
      expect(screen.getAllByText('go').length).toBeGreaterThan(0)
    },
  },
}

export const reference: Runs = {
  'Options of a runtime': {
    in: 'page',
    async run({ load, owns }) {
      const [events, codes, opened]: [unknown[], unknown[], unknown[]] = [[], [], []]
      owns({
        onEvent: ({ name }: ClientEvent) => void events.push(name),
        onError: ({ code }: SurfaceError) => codes.push(code),
        router: { open: (url: string) => opened.push(url) },
      })
      const { runtime } = await load<typeof import('../options.ts')>('options.ts')
      const children = ['go', 'link', 'date', 'near', 'far', 'list']
      const value = '2026-05-01T22:30:00Z'
      runtime.apply([
        CS('s'),
        UC('s', [{ id: 'root', component: 'Column', children }, { ...press, id: 'go' }, T('l', 'Go')]),
        UC('s', [
          T('link', '[A sample](https://sample.example/a)'),
          T('date', { call: 'formatDate', args: { value, format: 'd MMM HH:mm' } }),
          ...['near', 'far'].map((id) => ({ id, component: 'Image', url: `https://${hosts[id]}/a.png` })),
        ]),
        UC('s', [
          { id: 'list', component: 'Column', children: { componentId: 'row', path: '/rows' } },
          T('row', 'Row'),
        ]),
        UD(
          's',
          '/rows',
          Array.from({ length: 300 }, () => ({})),
        ),
        UC('s', [T('wrong', ''), { id: 'wrong', component: 'None' }]),
      ])
      const { container } = render(<SurfaceList runtime={runtime} />)
      await userEvent.click(screen.getByRole('button', { name: 'Go' }))
      await userEvent.click(screen.getByRole('link', { name: 'A sample' }))
      expect([events, opened, codes]).toEqual([
        ['go'],
        ['https://sample.example/a'],
        ['COMPONENT_UNKNOWN', 'MEDIA_REFUSED'],
      ])
      expect(screen.getByText('2 May 00:30')).toBeDefined()
      expect(screen.getAllByText('Row')).toHaveLength(300)
      expect([...container.querySelectorAll('img')].map(({ src }) => src)).toEqual([`https://${hosts['near']}/a.png`])
    },
  },
}

const hosts: { readonly [id: string]: string } = { near: 'pictures.example', far: 'other.example' }

export const testing: Runs = {
  'Testing your surfaces': {
    in: 'page',
    elsewhere: Object.fromEntries(
      ['table', 'terms'].map((name) => [`${name}.test.tsx`, `test/readme/${name}.test.tsx`]),
    ),
  },
}
