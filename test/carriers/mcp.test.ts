// Surfaces of tools of the Model Context Protocol: its own client and server, over HTTP.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { afterEach, describe, expect, it } from 'vitest'
import { connectMcp, type McpOptions, surfaceResource } from '../../src/carriers/mcp.ts'
import { CS, T, UC } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { waitUntil } from '../support/wait-until.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const hello = [CS('s'), UC('s', [T('root', 'hello')])]
const asText = JSON.stringify(hello)

function serverOf(called: unknown[]): McpServer {
  const mcp = new McpServer({ name: 'trains', version: '1.0.0' })
  mcp.registerTool('board', {}, () => ({ content: [{ type: 'text', text: '3 trains' }, surfaceResource(hello)] }))
  mcp.registerResource('board', 'a2ui://trains/board', {}, () => ({
    contents: [{ uri: 'a2ui://trains/board', mimeType: 'application/a2ui+json; charset=utf-8', text: asText }],
  }))
  for (const name of ['a2ui_action', 'refresh', 'secret'])
    mcp.registerTool(name, {}, (extra) => {
      called.push([name, (extra as { requestInfo?: unknown }).requestInfo !== undefined])
      return { content: [surfaceResource([CS('t'), UC('t', [T('root', name)])])] }
    })
  return mcp
}

async function connected(options?: McpOptions) {
  const called: unknown[] = []
  const bodies: { params?: { name?: string; arguments?: unknown } }[] = []
  const http: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const parsed = body === '' ? undefined : JSON.parse(body)
    if (parsed) bodies.push(parsed)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true } as never)
    const mcp = serverOf(called)
    await mcp.connect(transport as never)
    response.on('close', () => void mcp.close())
    await transport.handleRequest(request, response, parsed)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const client = new Client({ name: 'host', version: '1.0.0' })
  const { port } = http.address() as AddressInfo
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/`)) as never)
  ended.push(
    () => client.close(),
    () => {
      http.closeAllConnections()
      return new Promise((resolve) => http.close(resolve))
    },
  )
  const recorder = record()
  const surfaces = connectMcp(client as never, recorder.runtime, options)
  ended.unshift(surfaces.stop)
  const calls = () => bodies.flatMap(({ params }) => (params?.name ? [params] : []))
  return { ...recorder, client, surfaces, calls }
}

describe('connectMcp', () => {
  it('[CA-1] draws the embedded resources of a result, and a result that comes again changes nothing', async () => {
    const { client, surfaces, shown, codes, runtime } = await connected()
    const result = await client.callTool({ name: 'board' })
    surfaces.show('call 1', result)
    const surface = runtime.surface('s')
    surfaces.show('call 1', structuredClone(result))
    expect(shown('s')).toBe('hello')
    expect(runtime.surface('s')).toBe(surface)
    expect(codes()).toEqual([])
  })

  it('[CA-1] draws a resource that a tool names', async () => {
    const { surfaces, shown } = await connected()
    await surfaces.open('a2ui://trains/board')
    expect(shown('s')).toBe('hello')
  })

  const block = (resource: object, more: object = {}) => ({
    type: 'resource',
    resource: { uri: 'a2ui://x', ...resource },
    ...more,
  })
  const mimeType = 'application/a2ui+json'

  it.each([
    ['the older name of the type', [block({ mimeType: 'application/json+a2ui', text: asText })]],
    ['a blob', [block({ mimeType, blob: btoa(asText) })]],
    ['several blocks, in order', hello.map((message) => block({ mimeType, text: JSON.stringify(message) }))],
    ['a result that is an error', [{ type: 'text', text: 'failed' }, block({ mimeType, text: asText })]],
    [
      'other blocks beside it',
      [null, 5, { type: 'image' }, block({ mimeType: 'text/html', text: '<b>' }), block({ mimeType, text: asText })],
    ],
  ])('[CA-1] takes %s', async (_, content) => {
    const { surfaces, shown, codes } = await connected()
    surfaces.show('call', { content, isError: true })
    expect([shown('s'), codes()]).toEqual(['hello', []])
  })

  it.each([
    ['text that is no JSON', [block({ mimeType, text: '{"half' })], ['JSON_SYNTAX']],
    ['null in the list', [block({ mimeType, text: JSON.stringify([null, ...hello]) })], ['ENVELOPE_NOT_OBJECT']],
    [
      'what is for the model alone',
      [block({ mimeType, text: asText }, { annotations: { audience: ['assistant'] } })],
      [],
    ],
    ['no content', undefined, []],
  ])('[CA-3] %s costs only itself', async (_, content, wanted) => {
    const { surfaces, codes } = await connected()
    surfaces.show('call', { content })
    expect(codes()).toEqual(wanted)
  })

  const press = [
    CS('s'),
    UC('s', [
      { id: 'root', component: 'Button', child: 't', action: { event: { name: 'refresh', context: { at: 4 } } } },
      T('t', 'Go'),
    ]),
  ]

  it('[CA-8] an action calls the tool for actions with all of it, and the answer is drawn', async () => {
    const { surfaces, runtime, calls, shown } = await connected({ tools: ['a2ui_action'] })
    surfaces.show('call', { content: [surfaceResource(press)] })
    await runtime.surface('s')?.emit('root', 'refresh', { at: 4 })
    expect(calls()).toMatchObject([
      { name: 'a2ui_action', arguments: { name: 'refresh', surfaceId: 's', context: { at: 4 } } },
    ])
    expect(shown('t')).toBe('a2ui_action')
  })

  it('[CA-8] or the tool of its name, if the host allows that one', async () => {
    const { surfaces, runtime, calls, shown, codes } = await connected({ tools: ['refresh'] })
    surfaces.show('call', { content: [surfaceResource(press)] })
    await runtime.surface('s')?.emit('root', 'refresh', { at: 4 })
    expect(calls()).toMatchObject([{ name: 'refresh', arguments: { at: 4 } }])
    expect(shown('t')).toBe('refresh')
    await runtime
      .surface('s')
      ?.emit('root', 'secret', {})
      ?.catch(() => undefined)
    await waitUntil(() => codes().length > 0)
    expect(calls()).toHaveLength(1)
    expect(codes()).toEqual(['ACTION_FAILED'])
  })

  it('[CA-8] without a list no tool is called', async () => {
    const { surfaces, runtime, calls, codes } = await connected()
    surfaces.show('call', { content: [surfaceResource(press)] })
    await runtime
      .surface('s')
      ?.emit('root', 'refresh', {})
      ?.catch(() => undefined)
    expect([calls(), codes()]).toEqual([[], ['ACTION_FAILED']])
  })

  it('[CA-10] a part that is missing in a result is reported, once', async () => {
    const { surfaces, codes } = await connected()
    const result = { content: [surfaceResource([CS('s'), UC('s', [{ id: 'main', component: 'Divider' }])])] }
    surfaces.show('call-1', result)
    surfaces.show('call-1', result)
    expect(codes()).toEqual(['ROOT_MISSING'])
  })

  it('[CA-5] after stop no tool is called: a press is reported as failed, with what helps', async () => {
    const { surfaces, runtime, calls, reports } = await connected({ tools: ['a2ui_action'] })
    surfaces.show('call', { content: [surfaceResource(press)] })
    surfaces.stop()
    await runtime
      .surface('s')
      ?.emit('root', 'refresh', {})
      ?.catch(() => undefined)
    expect(calls()).toEqual([])
    expect(reports.map(({ code, message }) => [code, message])).toEqual([
      ['ACTION_FAILED', expect.stringContaining('connect again')],
    ])
  })
})
