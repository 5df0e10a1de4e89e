// The map of src/ as a check: imports point to a lower layer, and only the named places know React, ajv or Node.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  cycles,
  type Import,
  importsOf,
  isReact,
  loadedWith,
  type Sources,
  targetOf,
  wayToReact,
} from '../support/imports.ts'

/** From the ground up. Neighbours on one layer do not know each other, but for what `mayImport` grants. */
const layers = [
  ['errors', 'text', 'live', 'shared/http', 'shared/postgres'],
  ['json'],
  ['stream', 'schema', 'shared/oauth'],
  ['protocol', 'catalog'],
  ['surface', 'compiler'],
  ['runtime'],
  ['features/drafts', 'features/lenient'],
  ['features/sync'],
  ['react'],
  ['basic'],
  ['entries', 'authoring', 'builders', 'standard-schema', 'inspector', 'carriers', 'agent', 'commerce'],
  ['work'],
]

describe('the layers of src', () => {
  const src = resolve(import.meta.dirname, '../../src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(isSource)
  const sources = Object.fromEntries(files.map((file) => [slashes(file), readFileSync(join(src, file), 'utf8')]))

  it('are kept by every import', () => {
    expect(files.length).toBeGreaterThan(0)
    expect(violations(sources)).toEqual([])
  })

  it('has no circle of imports, types included', () => {
    expect(cycles(sources)).toEqual([])
  })

  it('has no circle of imports in the demo either, which people copy', () => {
    const demo = resolve(src, '../demo')
    const files = readdirSync(demo, { recursive: true, encoding: 'utf8' }).filter(isSource)
    const texts = Object.fromEntries(files.map((file) => [slashes(file), readFileSync(join(demo, file), 'utf8')]))
    expect(files.length).toBeGreaterThan(50)
    expect(cycles(texts)).toEqual([])
  })

  it.each(['entries/core.ts', 'entries/catalogs.ts', 'basic/create-runtime.ts'])(
    'keep React out of reach of %s',
    (file) => {
      expect(wayToReact(sources, file)).toBeUndefined()
    },
  )

  it.each(['entries/core.ts', 'entries/index.ts'])('keep lenient mode out of what is loaded with %s', (file) => {
    const lenient = 'entries/lenient.ts'
    const [, ...parts] = [...loadedWith({ [lenient]: sources[lenient] ?? '' }, lenient)]
    const loaded = loadedWith(sources, file)
    expect(parts).toContain('features/lenient/repairs.ts')
    expect([...parts, lenient].filter((part) => loaded.has(part))).toEqual([])
    expect(loaded).toContain('catalog/faults.ts')
  })
})

describe('the check itself', () => {
  it.each([
    ['json/value.ts', "import { lines } from '../stream/lines.ts'"],
    ['json/value.ts', "import type { Line } from '../stream/lines.ts'"],
    ['json/value.ts', "export * from '../runtime/runtime.ts'"],
    ['json/value.ts', "export const late = () => import('../runtime/runtime.ts')"],
    ['json/value.ts', "import {\n  createRuntime,\n  type Runtime,\n} from '../runtime/runtime.ts'"],
    ['json/value.ts', "import '../basic/Text.tsx'"],
    ['json/value.ts', "import { page } from '../../demo/page.ts'"],
    ['errors/limits.ts', "import { isObject } from '../json/value.ts'"],
    ['live/memo.ts', "import { nearest } from '../text/nearest.ts'"],
    ['commerce/cart.ts', "import { SurfaceError } from '../errors/surface-error.ts'"],
    ['stream/lines.ts', "import type { Validator } from '../schema/validator.ts'"],
    ['protocol/v09.ts', "import { parse } from '../catalog/parse.ts'"],
    ['protocol/v09.ts', "export type Local = 1\nimport { parse } from '../catalog/parse.ts'"],
    ['surface/surface.ts', "import { decode } from '../protocol/decode.ts'"],
    ['surface/surface.ts', "import { useState } from 'react'"],
    ['surface/Surface.tsx', 'export const Surface = () => <p />'],
    ['catalog/catalog.ts', "import { Ajv } from 'ajv/dist/2020.js'"],
    ['catalog/catalog.ts', "import { compileCatalog } from '../compiler/compile.ts'"],
    ['surface/surface.ts', "import { compileCatalog } from '../compiler/compile.ts'"],
    ['stream/read.ts', "import { Readable } from 'node:stream'"],
    ['entries/core.ts', "import { createPortal } from 'react-dom'"],
    ['carriers/sse.ts', "import { useEffect } from 'react'"],
    ['basic/catalog.ts', "import type { Renderer } from '../react/renderers.ts'"],
    ['basic/functions/trim.ts', "import { memo } from 'react'"],
    ['agent/client.ts', "import type { Cart } from '../commerce/cart.ts'"],
    ['agent/client.ts', "import { createRuntime } from '../runtime/runtime.ts'"],
    ['commerce/cart.ts', "import { createCell } from '../live/binding.ts'"],
    ['agent/client.ts', "import { isObject } from '../json/value.ts'"],
    ['surface/surface.ts', "import { readBytes } from '../shared/http/read-bytes.ts'"],
    ['shared/http/read-bytes.ts', "import { isObject } from '../../json/value.ts'"],
    ['shared/http/read-bytes.ts', "import type { AgentError } from '../../agent/protocol/error.ts'"],
    ['agent/client.ts', "import type { Handle } from './server/handle.ts'"],
    ['agent/server/handle.ts', "import { createServer } from 'node:http'"],
    ['agent/transport.ts', "import { ConnectError } from '@connectrpc/connect'"],
    ['agent/server/events.ts', "import type { Task } from '@bufbuild/protobuf'"],
    ['agent/transport.ts', "import('./grpc/index.ts')"],
    ['agent/server/server.ts', "import { trace } from '@opentelemetry/api'"],
    ['agent/server/log/writer.ts', "import { connect } from '@nats-io/transport-node'"],
    ['agent/grpc/transport.ts', "import { grpcHandler } from '../server/grpc/index.ts'"],
    ['runtime/runtime.ts', "import type { Agent } from '../agent/agent.ts'"],
    ['json/value.ts', "import { jwtVerify } from 'jose'"],
    ['commerce/cart.ts', "import type { Task } from '../agent/task.ts'"],
    ['commerce/cart.ts', "import type { Message } from '../protocol/message.ts'"],
    ['commerce/cart.ts', "import { createRuntime } from '../runtime/runtime.ts'"],
    ['commerce/cart.ts', "import type { ReactNode } from 'react'"],
    ['commerce/cart.ts', "import { createHash } from 'node:crypto'"],
    ['commerce/cart.ts', "import type { Database } from '../shared/postgres/database.ts'"],
    ['surface/surface.ts', "import type { Cart } from '../commerce/cart.ts'"],
    ['somewhere/else.ts', 'export const lost = true'],
  ])('refuses in %s: %s', (file, text) => {
    expect(violations({ [file]: text })).toHaveLength(1)
  })

  it.each([
    [
      'surface/surface.ts',
      "import { read } from './data-model.ts'\nimport type { Message } from '../protocol/message.ts'",
    ],
    ['protocol/v09.ts', "import type { Component } from '../catalog/component.ts'"],
    ['compiler/ajv.ts', "import { Ajv } from 'ajv/dist/2020.js'"],
    ['compiler/compile.ts', "import { readTable } from '../catalog/read-table.ts'"],
    ['basic/Text.tsx', "import type { Renderer } from '../react/renderers.ts'\nimport { memo } from 'react'"],
    ['basic/catalog.ts', "import schema from '../../catalogs/v0.9/basic_catalog.json'"],
    ['entries/index.ts', "export * from './core.ts'"],
    ['agent/client.ts', "import type { Runtime } from '../runtime/runtime.ts'\nimport { importJWK } from 'jose'"],
    [
      'agent/server/handle.ts',
      "import type { Task } from '../protocol/types.ts'\nimport { AgentError } from '../protocol/error.ts'",
    ],
    ['entries/vite.ts', "import { readFileSync } from 'node:fs'"],
    [
      'agent/server/grpc/handler.ts',
      "import { connect } from 'node:http2'\nimport { toJson } from '@bufbuild/protobuf'",
    ],
    ['agent/server/grpc/handler.ts', "import { rpcOf } from '../../grpc/messages.ts'"],
    ['commerce/cart.ts', "import { isObject } from '../json/value.ts'"],
    ['commerce/cart.ts', "import { parseAddress } from '../text/address.ts'"],
    ['json/pointer.ts', "import { SurfaceError } from '../errors/surface-error.ts'"],
    ['commerce/cart.ts', "import { readBytes } from '../shared/http/read-bytes.ts'"],
    ['agent/client.ts', "import { createCell } from '../live/binding.ts'"],
    ['agent/server/body.ts', "import { readBytes } from '../../shared/http/read-bytes.ts'"],
    [
      'json/value.ts',
      "/**\n * import { createRuntime } from 'surface-runtime'\n * import { x } from '../runtime/runtime.ts'\n */",
    ],
    ['json/value.ts', "// import { x } from '../runtime/runtime.ts'"],
  ])('lets pass in %s: %s', (file, text) => {
    expect(violations({ [file]: text })).toEqual([])
  })

  it('finds a circle of imports', () => {
    const sources = {
      'json/a.ts': "import type { B } from './b.ts'",
      'json/b.ts': "export const c = () => import('./c.ts')",
      'json/c.ts': "import { a } from './a.ts'\nimport { d } from './d.ts'",
      'json/d.ts': '',
    }
    expect(cycles(sources)).toEqual(['json/a.ts > json/b.ts > json/c.ts > json/a.ts'])
    expect(cycles({ ...sources, 'json/c.ts': '' })).toEqual([])
  })

  it('follows a chain of imports to React', () => {
    const sources = {
      'entries/core.ts': "export { basicCatalog } from '../basic/catalog.ts'",
      'basic/catalog.ts': "import type { Look } from './look.ts'\nimport '../entries/core.ts'",
      'basic/look.ts': "import type { ReactNode } from 'react'",
    }
    expect(wayToReact(sources, 'entries/core.ts')).toEqual([
      'entries/core.ts',
      'basic/catalog.ts',
      'basic/look.ts',
      'react',
    ])
    expect(wayToReact({ ...sources, 'basic/look.ts': '' }, 'entries/core.ts')).toBeUndefined()
  })
})

/** One line per import that may not be, saying which file and why. */
function violations(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, text]) => {
    if (layerOf(file) < 0) return [`${file} has no layer: give it one in test/repository/layers.test.ts`]
    return importsOf(file, text).flatMap((found) => {
      const reason = found.from.startsWith('.') ? refuseFile(file, found) : refusePackage(file, found.from)
      return reason === undefined ? [] : [`${file} imports ${found.from}: ${reason}`]
    })
  })
}

function refuseFile(file: string, { from, typeOnly }: Import): string | undefined {
  const target = targetOf(file, from)
  if (target.startsWith('../catalogs/')) return undefined
  if (target.startsWith('../')) return 'the library knows nothing outside of src and catalogs'
  if (withoutReact(file) && target.startsWith('react/')) return 'core.ts uses this file, so it must not know React'
  if (layerOf(target) < 0) return 'the target has no layer'
  return mayImport(file, target, typeOnly) ? undefined : 'it points up or sideways'
}

function mayImport(file: string, target: string, typeOnly: boolean): boolean {
  const [here, there] = [roomOf(file), roomOf(target)]
  // A browser has the client without the server.
  if (target.startsWith('agent/server/') && !file.startsWith('agent/server/')) return false
  // Their library, and Node, would come along.
  if (isGrpc(target) && !isGrpc(file)) return false
  if (here === there) return true
  // What both clients need of HTTP. The runtime makes no requests.
  if (there === 'shared/http') return isClient(here) || here === 'shared/oauth'
  // Access tokens, for both protocols. The runtime has none.
  if (there === 'shared/oauth') return isClient(here)
  // The stores of two protocols, which only programs on servers load.
  if (there === 'shared/postgres') return /^(agent\/server|commerce)\/postgres\//.test(file)
  // A live value has one shape and one home, so that the same hooks take those of a client.
  if (here === 'agent' && there === 'live') return true
  // Commerce is of use without any surface.
  if (here === 'commerce') return there === 'json' || there === 'text'
  const [own, other] = [layerOf(file), layerOf(target)]
  // The clients of other protocols are packages of their own: of the runtime they know the types.
  if (isClient(here) && !isClient(there)) return typeOnly
  // What state needs of the wire is its types; decoding stays in front of it.
  if (here === 'surface' && there === 'protocol') return typeOnly
  if (own !== other) return own > other
  if (own === layerOf('protocol/')) return typeOnly
  // The entry points may share; the two clients never meet.
  return own === layerOf('entries/index.ts') && !(isClient(here) && isClient(there))
}

function refusePackage(file: string, name: string): string | undefined {
  const room = roomOf(file)
  if (/^ajv(\/|$)/.test(name) && room !== 'compiler' && !['entries/ajv.ts', 'entries/vite.ts'].includes(file))
    return 'only compiler/ imports ajv'
  // Vite's own types bring those of Node along, so the compiler would not notice.
  const grpc = isGrpc(file)
  if (/^@(connectrpc|bufbuild)\//.test(name)) return grpc ? undefined : 'only the two entries of gRPC bring its library'
  if (name.startsWith('@opentelemetry/') && !/^agent\/(server\/)?telemetry\//.test(file))
    return 'only the entry of OpenTelemetry brings its API'
  if (name.startsWith('@nats-io/') && !file.startsWith('agent/server/nats/'))
    return 'only the store on NATS brings its client'
  if (
    /^(node:|vite$)/.test(name) &&
    !['entries/vite.ts', 'entries/command.ts'].includes(file) &&
    !grpc &&
    !file.startsWith(signInNode)
  )
    return `only vite.ts, command.ts, gRPC and ${signInNode} run in Node`
  if (/^jose(\/|$)/.test(name) && !['agent', 'shared/oauth'].includes(room))
    return 'only agent/ and oauth/ sign and verify'
  if (name === 'oauth4webapi' && room !== 'shared/oauth') return 'only oauth/ asks authorization servers'
  if (!isReact(name)) return undefined
  if (withoutReact(file)) return 'core.ts uses this file, so it must not know React'
  // What draws in tests of hosts.
  if (file === 'entries/testing.tsx') return undefined
  // The AI SDK's chat is a hook.
  if (file === 'carriers/ai-sdk.ts') return undefined
  return ['react', 'basic', 'inspector', 'work'].includes(room) || file === 'entries/index.ts'
    ? undefined
    : 'only views know React'
}

/** What only programs can do: listen, and show a certificate. */
const signInNode = 'agent/sign-in/node/'

/** A folder of src. Those of `shared` and `features` are rooms of their own. */
function roomOf(file: string): string {
  const [first = file, second] = file.split('/')
  return first === 'shared' || first === 'features' ? `${first}/${second}` : first
}

function layerOf(file: string): number {
  return layers.findIndex((rooms) => rooms.includes(roomOf(file)))
}

function withoutReact(file: string): boolean {
  return file.startsWith('basic/functions/') || file === 'basic/catalog.ts' || /^basic\/v08[./]/.test(file)
}

function isGrpc(file: string): boolean {
  return /^agent\/(server\/)?grpc\//.test(file)
}

function isClient(room: string): boolean {
  return room === 'agent' || room === 'commerce'
}

/** Ambient declarations import nothing and belong to no layer. */
function isSource(file: string): boolean {
  return /\.tsx?$/.test(file) && !file.endsWith('.d.ts')
}

function slashes(file: string): string {
  return file.replaceAll('\\', '/')
}
