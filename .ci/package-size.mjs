// What the package weighs in a page: programs of hosts, and the most that each may load first.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { must } from './must.mjs'
import { bundle } from './package-bundle.mjs'
import { root } from './tools.mjs'

/** What is there already where a server checks what a model wrote. */
const tables =
  "export { createRuntime } from 'surface-runtime/core'; export { basicCatalog } from 'surface-runtime/catalogs'"

/**
 * What a host imports, and the bytes that a page loads first, in gzip: without React and what is loaded when first needed. The commit
 * that moves a budget says why. Features of some weight in the first program, in kB: the press guard 1.4, `sync` 2.7, what parts that come
 * late show before the input 1.0, actions that are functions and addresses that are let through 0.8, inputs that show what a press sends of
 * them 0.85, hints that say what to write 0.7, drafts 0.8. All sentences of reports together are 6.1.
 */
const budgets = [
  { program: "export { createRuntime, SurfaceList, SurfaceView } from 'surface-runtime'", most: 78_290 },
  {
    program:
      "export { createRuntime } from 'surface-runtime/core'; export { basicCatalog, minimalCatalog } from 'surface-runtime/catalogs'",
    most: 44_590,
  },
  // Catalogs are data and bring no code of their own: what reads them is here.
  {
    program:
      "export { createRuntime } from 'surface-runtime/core'; export { SurfaceList, SurfaceView } from 'surface-runtime/react'",
    most: 51_785,
  },
  { program: "export { createRuntime } from 'surface-runtime/core'", most: 31_175 },
  // Lenient mode is 19.5 kB, which no page in strict mode loads: messages in other envelopes and over several lines, components and
  // actions in other forms, paths as the data tell, and 3 of words of other vocabularies. 0.02 ask a catalog for the words that it brings itself.
  {
    program: "export { createRuntime } from 'surface-runtime/core'; export { lenient } from 'surface-runtime/lenient'",
    most: 51_905,
  },
  { program: "export * from 'surface-runtime'", most: 81_830 },
  // For tests, where nobody waits for bytes; the budget says that it brings nothing but the package and some lines. Testing Library
  // is the host's.
  { program: "export { renderSurface } from 'surface-runtime/testing'", most: 78_920 },
  // What carriers bring. Each is at most 2.2 KiB of ours, of which 0.6 know what comes again of many answers; what reads
  // server-sent events is a package of 1.6 kB.
  { program: "export { connectSse } from 'surface-runtime/sse'", most: 3_900 },
  { program: "export { connectWebSocket } from 'surface-runtime/websocket'", most: 2_330 },
  { program: "export { readText } from 'surface-runtime/text'", most: 2_440 },
  { program: "export { useSurfaceParts } from 'surface-runtime/ai-sdk'", most: 1_830 },
  { program: "export { connectMcp } from 'surface-runtime/mcp'", most: 1_536 },
  { program: "export { connectAgUi } from 'surface-runtime/ag-ui'", most: 2_220 },
  {
    program: "export { createRuntime } from 'surface-runtime/core'; export { sync } from 'surface-runtime/sync'",
    most: 33_920,
  },
  {
    program:
      "export { createRuntime } from 'surface-runtime/core'; export { progressive } from 'surface-runtime/progressive'",
    most: 33_050,
  },
  // The model's half, beside the runtime whose judgement it gives, which is 44.2 kB with a catalog's tables. Each function has
  // its own budget beyond these, of at most 12 KiB: a bundler leaves out what a server does not import. Of prompts 2.9 are the
  // sentences that a model reads, 2.8 the basic catalog's schemas in the words of both versions, 0.04 what finds them for other
  // catalogs.
  ...Object.entries({
    checkMessages: 23_930,
    describeFaults: 280,
    repairText: 1_210,
    'checkMessages, describeFaults, repairText, reviseUntilValid': 27_280,
    'examples, basic': 6_670,
    'promptFor, basic': 10_150,
    'messageSchema, basic': 8_840,
    surfaceTool: 24_230,
  }).map(([names, most]) => ({
    program: `export { ${names} } from 'surface-runtime/authoring'; ${tables}`,
    most: 44_795 + most,
  })),
  // All at once. A server needs these parts when it starts, and gets them at once, so nothing would be gained by loading a part
  // later.
  { program: `export * from 'surface-runtime/authoring'; ${tables}`, most: 44_795 + 41_350 },
  {
    program:
      "export { surface, buildersFor, call, each, event, text, column, button, textField } from 'surface-runtime/builders'",
    most: 1_100,
  },
  // With messages of v0.8, which need the names and forms of both versions.
  { program: "export * from 'surface-runtime/builders'", most: 2_450 },
  // Beside the page that it looks at, whose own parts it uses.
  {
    program:
      "export { createRuntime, SurfaceList, SurfaceView } from 'surface-runtime'; export { Inspector } from 'surface-runtime/inspector'",
    most: 78_290 + 10_460,
  },
  // The catalog for work beside the page that it belongs to: 1.3 are schemas, 1.2 words of other vocabularies. What sorts, formats and
  // scrolls a table comes when the first one is drawn; a chart comes with another 2.5.
  {
    program:
      "export { createRuntime, SurfaceList, SurfaceView } from 'surface-runtime'; export { workCatalog } from 'surface-runtime/catalogs/extended'; export { workRenderers } from 'surface-runtime/renderers/extended'",
    most: 78_290 + 8_900,
    late: { files: '/table/TableView', most: 6_000 },
  },
  // Streams, lists of all pages, credentials and signatures are loaded when first needed. 0.1 kB are what a 403 for want of a scope
  // takes: the host is asked once more, and told which credentials were refused; the option `bindings` is less than 0.1. Version 0.3 is loaded for agents that speak it,
  // and is bounded by itself.
  {
    program: "export { connectAgent } from 'surface-runtime/agent'",
    most: 9_020,
    late: { files: '/v0-3/', most: 3_584 },
  },
  // 0.1 kB keep the state at work while a message waits for the conversation to be restored.
  { program: "export { connectAgent, connectSurfaces } from 'surface-runtime/agent'", most: 14_030 },
  // 0.3 kB are what signing in takes: cards that demand credentials are checked at the start, `authenticate` may read the body and
  // gets the client's certificate, scopes are asked for, and the document of RFC 9728 is served. 0.4 kB are what a store that
  // several processes share and spans need of the server; the store and the spans are imports of their own. 0.3 kB are the codec by
  // which operations know one set of names. 0.1 asks whether this is Node itself, where a push target may be a name.
  { program: "export { createAgentServer, memoryTaskStore } from 'surface-runtime/agent/server'", most: 21_960 },
  // Without OpenTelemetry's API, which the host has.
  { program: "export { traceClient, traceServer } from 'surface-runtime/agent/telemetry'", most: 2_560 },
  // Flows are loaded with the first sign-in: 11 kB, of which 8 are oauth4webapi.
  { program: "export * from 'surface-runtime/agent/sign-in'", most: 6_144 },
  { program: "export { createBusiness, memoryStore } from 'surface-runtime/commerce/business'", most: 21_860 },
  // Carts, searches and lookups, signatures and the tool-call binding come when first needed. 0.6 kB are what Vite adds to
  // load them. ISO 4217's decimals and the checks of what hostile businesses send are another 0.6 kB.
  {
    program: "export { connectBusiness, negotiate, formatAmount, CommerceError } from 'surface-runtime/commerce'",
    most: 9_975,
  },
]

/**
 * For Node, with the library of gRPC left out: what is ours, the generated schema included. 0.55 kB of the client are the count of
 * fields before decoding; 0.1 of the server are frames that are written many at a time.
 */
const nodeBudgets = [
  { program: "export { grpc } from 'surface-runtime/agent/grpc'", most: 12_220 },
  { program: "export { createGrpcServer, grpcHandler } from 'surface-runtime/agent/server/grpc'", most: 27_590 },
]

/** What no page may load: Node's modules, and the library of gRPC. Some files ask the process for a module of Node, where there is one. */
const nodeOnly = /\b(?:from|import\(?)\s*["'`](node:[\w/]+)|["'`](@connectrpc\/|@bufbuild\/)/

/**
 * Bundles each program in the consumer. Throws where one weighs more than its budget, or a page would load what is for Node.
 * `late`: files that must not be loaded first.
 */
export async function checkSize(consumer) {
  /** All that weigh too much, so that one run tells of all of them. */
  const heavy = []
  const within = (name, weight, most) => {
    if (weight > most) heavy.push(`${name}\n    is ${weight} bytes gzip, and the budget is ${most}`)
  }
  for (const { program, most, late } of budgets) {
    const chunks = await weigh(
      consumer,
      program,
      most,
      within,
      /^(react(-dom)?|@testing-library|@opentelemetry\/api)(\/|$)/,
    )
    if (late) checkLate(chunks, late)
    const found = chunks.map(({ code }) => nodeOnly.exec(code)?.[0]).find(Boolean)
    must(!found, `a page would load ${found} with ${program}`)
  }
  for (const { program, most } of nodeBudgets)
    await weigh(consumer, program, most, within, /^(react(-dom)?(\/|$)|node:|@connectrpc\/|@bufbuild\/)/)
  must(heavy.length === 0, `make it smaller, or say why not:\n  ${heavy.join('\n  ')}`)
}

/**
 * What a page without a build step loads, in gzip with React: `first` at once, the rest when first needed. All in one file would be
 * 259 kB before the first surface. The guide has both figures. 0.15 kB are what lets a line of data allocate half as much. 13 kB of the later ones are the table of Markdown's character references.
 */
const standalone = { first: { files: 3, most: 171_355 }, later: { files: 7, most: 102_800 } }

export function checkStandalone() {
  const folder = join(root, 'dist/standalone')
  const codeOf = (file) => readFileSync(join(folder, file), 'utf8')
  const first = new Set(['surface-runtime.js'])
  // The loop meets what it adds.
  for (const file of first)
    for (const [, other] of codeOf(file).matchAll(/\b(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)) first.add(other)
  const later = readdirSync(folder).filter((file) => file.endsWith('.js') && !first.has(file))
  for (const [when, files] of Object.entries({ first: [...first], later })) {
    const weight = files.reduce((sum, file) => sum + gzipSync(codeOf(file)).length, 0)
    const { files: count, most } = standalone[when]
    console.log(`surface-runtime/standalone, ${when}: ${kB(weight)} gzip in ${files.join(', ')}`)
    must(files.length === count, `that is ${files.length} files, and the guide says ${count}`)
    must(weight <= most, `that is ${weight} bytes gzip, and the budget is ${most}`)
  }
}

async function weigh(consumer, program, most, within, external) {
  const entry = join(consumer, 'weigh.js')
  writeFileSync(entry, program)
  const chunks = await bundle(consumer, {
    // Not as a library: of those Vite leaves the white space.
    rolldownOptions: { input: entry, external, preserveEntrySignatures: 'strict' },
  })
  const eager = eagerChunks(chunks)
  const codeOf = (late) => chunks.map((chunk) => (eager.has(chunk) === late ? '' : chunk.code)).join('')
  const [code, later] = [codeOf(false), codeOf(true)]
  must(code.length > 0, `nothing is left of ${program}`)
  const weight = gzipSync(code).length
  const size = (text) => `${kB(text.length)} minified, ${kB(gzipSync(text).length)} gzip`
  console.log(`${program}\n  ${size(code)}, without React; when first needed: ${size(later)}`)
  within(program, weight, most)
  return chunks
}

/** The files are in chunks of their own, which together keep to their budget. */
function checkLate(chunks, { files, most }) {
  const eager = eagerChunks(chunks)
  const found = chunks.filter(({ moduleIds }) => moduleIds?.some((id) => id.replaceAll('\\', '/').includes(files)))
  must(found.length > 0, `nothing of ${files} is there`)
  must(!found.some((chunk) => eager.has(chunk)), `${files} is loaded first`)
  const weight = gzipSync(found.map(({ code }) => code).join('')).length
  must(weight <= most, `${files} weighs ${weight} bytes gzip, and the budget is ${most}`)
}

/** The entry, and what it imports in turn, but for what it loads when first needed. */
function eagerChunks(chunks) {
  const eager = new Set(chunks.filter(({ isEntry }) => isEntry))
  // The loop meets what it adds.
  for (const { imports } of eager) for (const chunk of chunks) if (imports.includes(chunk.fileName)) eager.add(chunk)
  return eager
}

function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
