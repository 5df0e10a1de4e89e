// What the package weighs in a page: programs of hosts, and the most that each may load first.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { must } from './must.mjs'
import { bundle } from './package-bundle.mjs'

/**
 * What a host imports, and the bytes that a page loads first, in gzip: without React and what is loaded when first needed.
 * The core grew by 1.9 kB for what it does since: all faults of a message are found and worded (1.3), updates of both
 * versions wait for their surface (0.7), v0.8's keys are names in the order of sending (0.9), hosts are told what is no
 * catalog (0.4). The rule about unsent input took 1.3 of it out.
 */
const budgets = [
  { program: "export { createRuntime, SurfaceList, SurfaceView } from 'surface-runtime'", most: 66_600 },
  {
    program:
      "export { createRuntime } from 'surface-runtime/core'; export { basicCatalog, minimalCatalog } from 'surface-runtime/catalogs'",
    most: 41_500,
  },
  // Catalogs are data and bring no code of their own: what reads them is here.
  {
    program:
      "export { createRuntime } from 'surface-runtime/core'; export { SurfaceList, SurfaceView } from 'surface-runtime/react'",
    most: 41_700,
  },
  { program: "export { createRuntime } from 'surface-runtime/core'", most: 26_600 },
  { program: "export * from 'surface-runtime'", most: 69_900 },
  // Streams, lists of all pages, credentials and signatures are loaded when first needed.
  { program: "export { connectAgent } from 'surface-runtime/agent'", most: 8_192 },
  { program: "export { connectAgent, connectSurfaces } from 'surface-runtime/agent'", most: 12_800 },
  { program: "export { createAgentServer, memoryTaskStore } from 'surface-runtime/agent/server'", most: 20_360 },
  { program: "export { createBusiness, memoryStore } from 'surface-runtime/commerce/business'", most: 21_900 },
  // Searches and lookups, credentials, signatures and the tool-call binding come when first needed. 0.6 kB are what Vite
  // adds to load them. ISO 4217's decimals and the checks of what hostile businesses send are another 0.6 kB.
  {
    program: "export { connectBusiness, negotiate, formatAmount, CommerceError } from 'surface-runtime/commerce'",
    most: 10_240,
  },
]

/** Bundles each program in the consumer. Throws where one weighs more than its budget. */
export async function checkSize(consumer) {
  for (const { program, most } of budgets) {
    const entry = join(consumer, 'weigh.js')
    writeFileSync(entry, program)
    const chunks = await bundle(consumer, {
      // Not as a library: of those Vite leaves the white space.
      rolldownOptions: { input: entry, external: /^react(-dom)?(\/|$)/, preserveEntrySignatures: 'strict' },
    })
    const eager = eagerChunks(chunks)
    const codeOf = (late) => chunks.map((chunk) => (eager.has(chunk) === late ? '' : chunk.code)).join('')
    const [code, later] = [codeOf(false), codeOf(true)]
    must(code.length > 0, `nothing is left of ${program}`)
    const weight = gzipSync(code).length
    const size = (text) => `${kB(text.length)} minified, ${kB(gzipSync(text).length)} gzip`
    console.log(`${program}\n  ${size(code)}, without React; when first needed: ${size(later)}`)
    must(weight <= most, `that is ${weight} bytes gzip, and the budget is ${most}: make it smaller, or say why not`)
  }
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
