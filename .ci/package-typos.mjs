// What a host reads when it mistypes a name: a compile error with the right name in it. The program is compiled in the
// consumer of the package check, beside the types of `surface-runtime types`.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tool } from './tools.mjs'

/** A wrong line, and what the compiler has to say of it. */
const typos = [
  [
    'createRuntime({ limits: { templateItem: 5 } })',
    /'templateItem' does not exist in type 'Partial<Limits>'.*'templateItems'/,
  ],
  ['createRuntime({ onErorr: () => {} })', /'onErorr' does not exist in type 'RuntimeOptions'.*'onError'/],
  [
    'export const a: Renderer<TravelProps["Itinerary"]> = ({ props }) => props.titel',
    /Property 'titel' does not exist on type 'TravelItineraryProps'\. Did you mean 'title'/,
  ],
  [
    'export const b: Renderer<TravelProps["Itinerary"]> = ({ act }) => { act("bok"); return null }',
    /'"bok"' is not assignable to parameter of type '"accessibility" \| "book" \| "class" \| "stops" \| "title"'/,
  ],
  [
    'defineFunctions<TravelArgs>({ nihgts: { run: () => 1 } })',
    /'nihgts' does not exist in type 'FunctionsOf<NoInfer<TravelArgs>>'.*'nights'/,
  ],
  ['defineFunctions<TravelArgs>({})', /Property 'nights' is missing .* in type 'FunctionsOf<NoInfer<TravelArgs>>'/],
  [
    'defineFunctions<TravelArgs>({ nights: { run: (args) => args.unti } })',
    /Property 'unti' does not exist on type 'TravelNightsArgs'/,
  ],
  [
    'defineRenderers<TravelProps>(catalog, { Itinerery: () => null })',
    /'Itinerery' does not exist in type 'RenderersOf<TravelProps>'.*'Itinerary'/,
  ],
  [
    'data.set("/a", 1, { as: "hots" })',
    /'"hots"' is not assignable to type '"host" \| "user" \| undefined'|'"hots"' is not assignable.*'"host"'/,
  ],
  ['buildersFor<TravelWritten>(catalog).itinerary({ titel: "A" })', /'titel' does not exist in type .*'title'/],
  ['text({ text: "Hi", varient: "h1" })', /'varient' does not exist in type .*'variant'/],
  ['icon({ name: "arrow_back" })', /'"arrow_back"' is not assignable .*Did you mean '"arrowBack"'/],
  ['button({ child: text({ text: "Go" }) })', /not assignable to parameter of type .*readonly action: ActionV09/],
  ['call.regex({ value: "a", patern: "^a" })', /'patern' does not exist in type .*'pattern'/],
]

const head = `
import { createRuntime, defineFunctions, defineRenderers, type Catalog, type Renderer, type SurfaceData } from 'surface-runtime'
import { button, buildersFor, call, icon, text } from 'surface-runtime/builders'
import type { TravelArgs, TravelProps, TravelWritten } from './travel_catalog.types'
declare const catalog: Catalog
declare const data: SurfaceData
`

/** `options`: those of the consumer's own tsconfig.json. Throws where a typo passes, or is told without the right name. */
export function checkTypos(consumer, { compilerOptions }) {
  writeFileSync(join(consumer, 'typos.tsx'), `${head}${typos.map(([line]) => line).join('\n')}\n`)
  const config = join(consumer, 'tsconfig.typos.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['typos.tsx'] }))
  const { stdout } = spawnSync(process.execPath, [tool('typescript', 'tsc'), '-p', config, '--pretty', 'false'], {
    cwd: consumer,
    encoding: 'utf8',
  })
  const first = head.split('\n').length
  const told = (line) => [...stdout.matchAll(new RegExp(`^typos\\.tsx\\(${line},.*$`, 'gm'))].join('\n')
  typos.forEach(([code, wanted], index) => {
    const said = told(first + index)
    if (!wanted.test(said)) throw new Error(`the compiler says of ${code}\n${said || 'nothing'}\n${stdout}`)
  })
}
