// README.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { messageSchema, promptFor } from '../../../src/authoring/index.ts'
import { basicCatalog, createRuntime, SurfaceList } from '../../../src/entries/index.ts'
import { renderSurface } from '../../../src/entries/testing.tsx'
import { blocksOf } from '../../support/documents.ts'
import { CS, lines, T, UC, UD } from '../../support/messages.ts'
import { answer, page } from './network.ts'
import type { Reader, Runs } from './run.ts'

/** The chat that README and guide begin with draws these lines, and posts what the user does. */
export async function chatInTenLines(reader: Reader): Promise<void> {
  const stream = blocksOf('README.md').find(({ language }) => language === 'jsonl')?.code ?? ''
  const press = { id: 'root', component: 'Column', children: ['hello', 'go'] }
  const more = [press, T('hello', 'Hello'), { id: 'go', component: 'Button', child: 'label', action }, T('label', 'Go')]
  const requests = answer(reader, {
    [page]: ({ method }) => new Response(method === 'GET' ? stream + lines(UC('s1', more)) : ''),
  })
  const { Reply } = await reader.load<typeof import('../reply.tsx')>('reply.tsx')
  render(<Reply />)
  expect((await screen.findByText('Hello')).className).toContain('sf-text')
  await userEvent.click(await screen.findByRole('button', { name: 'Go' }))
  expect(requests.map(({ method, url }) => [method, url])).toEqual([
    ['GET', `${page}/agent`],
    ['POST', `${page}/agent`],
  ])
  expect(await requests[1]?.json()).toMatchObject({ version: 'v0.9', action: { name: 'go', surfaceId: 's1' } })
}

const action = { event: { name: 'go' } }

export const readme: Runs = {
  'A chat in ten lines': { in: 'page', run: chatInTenLines },
  'A component of your own': {
    in: 'page',
    async run({ load, says }) {
      const { offers, renderers } = await load<typeof import('../offers.tsx')>('offers.tsx')
      const catalogId = offers.catalogId
      const price = { id: 'p', component: 'Price', amount: { path: '/amount' }, buy: { event: { name: 'buy' } } }
      const column = { id: 'root', component: 'Column', children: ['t', 'p', 'b'] }
      const around = { id: 'b', component: 'Button', child: 'p2', action }
      const messages = [
        CS('s', { catalogId }),
        UC('s', [column, T('t', 'Today'), price, around, { ...price, id: 'p2' }]),
        UD('s', '/amount', 12),
      ]
      says('createRuntime({ catalogs: [offers, basicCatalog] })')
      says('<SurfaceList runtime={runtime} renderers={renderers} />')
      const runtime = createRuntime({ catalogs: [offers, basicCatalog] })
      runtime.apply(messages)
      const first = render(<SurfaceList runtime={runtime} renderers={renderers} />)
      expect(first.getByRole('button', { name: 'Buy for 12 €' })).toBeDefined()
      first.unmount()

      const options = { catalogs: [offers, basicCatalog], view: { renderers } }
      const { page: drawn, events, send, codes, container } = renderSurface(messages, options)
      expect(drawn.getByText('Today')).toBeDefined()
      send([UD('s', '/amount', 15)])
      // The second one stands in another control: a notice takes its place there.
      await userEvent.click(drawn.getByRole('button', { name: 'Buy for 15 €' }))
      expect(container.querySelector('button button')).toBeNull()
      expect([events.map(({ name }) => name), codes()]).toEqual([['buy'], ['VALIDATION_FAILED']])

      says('promptFor(offers)')
      const prompt = promptFor(offers)
      expect(prompt).toContain('What a thing costs')
      for (const type of ['Price', 'Text', 'Column']) expect(prompt).toMatch(new RegExp(`^${type}\\b`, 'm'))
      expect(messageSchema(offers, { provider: 'openai' }).level).toBe('strict')
    },
  },
}
