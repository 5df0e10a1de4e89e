// What the README and the guide show of chats, components and looks, run as a host would.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WebSocket as Peer, WebSocketServer, WebSocket as WsSocket } from 'ws'
import { surfaceResource } from '../../src/carriers/mcp.ts'
import { basicCatalog, createRuntime, type Runtime, SurfaceList } from '../../src/index.ts'
import { renderSurface } from '../../src/testing.tsx'
import { blocksOf } from '../support/documents.ts'
import { CS, lines, T, UC } from '../support/messages.ts'
import * as agUi from './ag-ui.ts'
import { Chat } from './ai-sdk-chat.tsx'
import { answer, forModel } from './ai-sdk-server.ts'
import { libraryRenderers } from './library.tsx'
import { renderers as looks } from './looks.tsx'
import * as mcp from './mcp.ts'
import * as modelText from './model-text.ts'
import { offers, renderers } from './offers.tsx'
import * as socket from './websocket.ts'

const hello = [CS('s'), UC('s', [T('root', 'A table')])]
const ended: (() => unknown)[] = []

beforeEach(() => void vi.stubGlobal('WebSocket', WsSocket))
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  for (const end of ended.splice(0)) await end()
})

async function shows(runtime: Runtime, text: string): Promise<void> {
  render(<SurfaceList runtime={runtime} />)
  expect((await screen.findByText(text)).className).toContain('sf-text')
}

describe('chats', () => {
  it('[PA-9] the chat of the README draws the lines of the README, and posts what the user does', async () => {
    const sent: unknown[] = []
    const stream = blocksOf('README.md').find(({ language }) => language === 'jsonl')?.code ?? ''
    const press = { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go' } } }
    const more = lines(UC('s1', [press, T('label', 'Go')]))
    vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
      if (init) sent.push(JSON.parse(String(init.body)))
      return new Response(init ? '' : stream + more)
    })
    const { Reply } = await import('./reply.tsx')
    render(<Reply />)
    await userEvent.click(await screen.findByRole('button', { name: 'Go' }))
    expect(sent).toMatchObject([{ action: { name: 'go', surfaceId: 's1' } }])
  })

  it('[PA-9] AI SDK: the page draws what the server streams', async () => {
    vi.stubGlobal('fetch', async () => answer(hello))
    render(<Chat />)
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
    expect((await screen.findByText('A table')).className).toContain('sf-text')
    expect(screen.getByText('tables for two').tagName).toBe('P')
  })

  it('[PA-9] AI SDK: a model hears of a press, and not of the surfaces', async () => {
    const surfaces = hello.map((data) => ({ type: 'data-a2ui' as const, data }))
    const press = { type: 'data-a2uiAction' as const, data: { version: 'v0.9', action: { name: 'choose' } } }
    const messages = await forModel([
      { id: 'm1', role: 'assistant', parts: [{ type: 'text', text: 'Here' }, ...surfaces] },
      { id: 'm2', role: 'user', parts: [press] },
    ])
    expect(messages).toMatchObject([
      { role: 'assistant', content: [{ text: 'Here' }] },
      { role: 'user', content: [{ text: JSON.stringify(press.data) }] },
    ])
  })

  it('[PA-9] AG-UI', async () => {
    const content = { a2ui_operations: hello }
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/event-stream')
      const run = { threadId: 't', runId: 'r' }
      for (const event of [
        { type: 'RUN_STARTED', ...run },
        { type: 'ACTIVITY_SNAPSHOT', messageId: 'a', activityType: 'a2ui-surface', content, replace: true },
        { type: 'RUN_FINISHED', ...run },
      ])
        response.write(`data: ${JSON.stringify(event)}\n\n`)
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ended.push(() => server.close())
    await agUi.ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await shows(agUi.runtime, 'A table')
  })

  it('[PA-9] Model Context Protocol', async () => {
    const server = new McpServer({ name: 'tables', version: '1.0.0' })
    server.registerTool('find_tables', {}, () => ({ content: [surfaceResource(hello)] }))
    const client = new Client({ name: 'chat', version: '1.0.0' })
    const [here, there] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(there), client.connect(here)])
    ended.push(() => client.close())
    await mcp.showTables(client)
    await shows(mcp.runtime, 'A table')
  })

  it('[PA-9] WebSocket', async () => {
    const asked: string[] = []
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    server.on('connection', (peer: Peer) =>
      peer.on('message', (data) => {
        asked.push(String(data))
        peer.send(JSON.stringify(hello))
      }),
    )
    await new Promise<void>((resolve) => server.once('listening', () => resolve()))
    const connection = socket.ask(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, 'tables for two')
    ended.push(connection.stop, () => server.close())
    await shows(socket.runtime, 'A table')
    expect(asked).toEqual(['{"text":"tables for two"}'])
  })

  it("[PA-9] a model's text", async () => {
    const said: string[] = []
    async function* pieces() {
      yield 'Here it is:\n\n```jsonl\n'
      yield `${lines(...hello)}\`\`\`\n`
    }
    await modelText.show(pieces(), (text) => said.push(text))
    await shows(modelText.runtime, 'A table')
    expect(said.join('')).toContain('Here it is:')
  })
})

describe('components of a host', () => {
  const price = { id: 'root', component: 'Price', amount: { path: '/amount' }, buy: { event: { name: 'buy' } } }
  const catalogId = offers.catalogId
  const messages = [
    CS('s', { catalogId }),
    UC('s', [price]),
    { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/amount', value: 12 } },
  ]

  it('[PA-9] the price of the README follows the data, and buys', async () => {
    const { page, events, send, codes } = renderSurface(messages, {
      catalogs: [offers, basicCatalog],
      view: { renderers },
    })
    send([{ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/amount', value: 15 } }])
    await userEvent.click(page.getByRole('button', { name: 'Buy for 15 €' }))
    expect([events.map(({ name }) => name), codes()]).toEqual([['buy'], []])
  })

  it('[PA-9] the price of the README stands among basic components', () => {
    const column = { id: 'root', component: 'Column', children: ['t', 'p'] }
    const all = [CS('s', { catalogId }), UC('s', [column, T('t', 'Today'), { ...price, id: 'p', amount: 3 }])]
    const { page, codes } = renderSurface(all, { catalogs: [offers, basicCatalog], view: { renderers } })
    expect(page.getByText('Today')).toBeDefined()
    expect(page.getByRole('button', { name: 'Buy for 3 €' })).toBeDefined()
    expect(codes()).toEqual([])
  })

  it('[PA-9] the looks of the guide take typing, show a failed check and press', async () => {
    const check = { condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'A name is needed' }
    const field = { id: 'f', component: 'TextField', label: 'Name', value: { path: '/name' }, checks: [check] }
    const button = { id: 'b', component: 'Button', child: 'l', action: { event: { name: 'go' } } }
    const column = { id: 'root', component: 'Column', children: ['f', 'b'] }
    const { page, surface, events } = renderSurface([CS('s'), UC('s', [column, field, button, T('l', 'Go')])], {
      view: { renderers: looks },
    })
    const input = page.getByLabelText('Name')
    await userEvent.click(input)
    await userEvent.tab()
    expect(page.getByText('A name is needed')).toBeDefined()
    await userEvent.type(input, 'Ada')
    expect(surface().data.get('/name')).toBe('Ada')
    await userEvent.click(page.getByRole('button', { name: 'Go' }))
    expect(events.map(({ name }) => name)).toEqual(['go'])
  })

  describe('the component library of the guide', () => {
    const required = {
      condition: { call: 'required', args: { value: { path: '/name' } } },
      message: 'A name is needed',
    }
    const options = [
      { label: 'By the window', value: 'window' },
      { label: 'In the garden', value: 'garden' },
    ]
    const table = { options, value: { path: '/table' } }
    const components = [
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
    const value = { name: '', quiet: false, table: ['window'], guests: 2 }
    const form = [CS('s'), UC('s', components), { version: 'v0.9', updateDataModel: { surfaceId: 's', value } }]
    const drawn = (frozen = false) =>
      renderSurface(form, { view: { renderers: libraryRenderers, frozen, clickGuard: 0 } })

    it('[PA-9] has values, checks, tabs and a dialog', async () => {
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
    })

    it('[PA-9] says where it is for reading only', () => {
      const { page } = drawn(true)
      const one = within(page.getByRole('radiogroup', { name: 'Place' }))
      expect(page.getByRole('textbox', { name: 'Name' }).hasAttribute('readonly')).toBe(true)
      expect(page.getByRole('checkbox', { name: 'A quiet one' }).getAttribute('aria-readonly')).toBe('true')
      expect(one.getByRole('radio', { name: 'By the window' }).getAttribute('aria-checked')).toBe('true')
      expect((page.getByRole('slider', { name: 'Guests' }) as HTMLInputElement).disabled).toBe(true)
      expect(page.getByRole('button', { name: 'Go' }).getAttribute('aria-disabled')).toBe('true')
    })
  })

  it('[PA-9] a runtime without the catalog says so', () => {
    const codes: string[] = []
    createRuntime({ onError: ({ code }) => codes.push(code) }).apply(messages)
    expect(codes[0]).toBe('CATALOG_UNKNOWN')
  })
})
