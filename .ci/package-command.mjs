// The command of the installed package, run as a host runs it, and what it makes: as JavaScript and to TypeScript.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './must.mjs'
import { node, root } from './tools.mjs'

const common = (name) => ({ $ref: `common_types.json#/$defs/${name}` })

/** An invented host's catalog: a property of each kind, alternatives, a default, a function. */
const travel = {
  catalogId: 'https://host.example/travel',
  components: {
    Itinerary: {
      type: 'object',
      allOf: [common('ComponentCommon')],
      properties: {
        component: { const: 'Itinerary' },
        title: common('DynamicString'),
        class: { enum: ['first', 'second'], default: 'second' },
        stops: { anyOf: [{ type: 'array', items: common('ComponentId') }, common('DataBinding')] },
        book: common('Action'),
      },
      required: ['title'],
      unevaluatedProperties: false,
    },
  },
  functions: {
    nights: {
      type: 'object',
      properties: {
        call: { const: 'nights' },
        args: {
          type: 'object',
          properties: { from: common('DynamicString'), unit: { enum: ['days', 'weeks'] } },
          required: ['from'],
          unevaluatedProperties: false,
        },
      },
      required: ['call', 'args'],
      unevaluatedProperties: false,
    },
  },
}

/** Runs where there is no ajv: what was compiled needs none. */
const program = `
import { createRuntime, defineCatalog } from 'surface-runtime/core'
import compiled from './travel_catalog.js'
const catalog = defineCatalog(compiled, { functions: { nights: { run: () => 1 } } })
const codes = []
const runtime = createRuntime({ catalogs: [catalog], onError: (error) => codes.push(error.code) })
const send = (kind, payload) => runtime.push(JSON.stringify({ version: 'v0.9', [kind]: { surfaceId: 's', ...payload } }) + '\\n')
send('createSurface', { catalogId: compiled.catalogId })
send('updateComponents', { components: [{ id: 'root', component: 'Itinerary', title: { call: 'nights', args: { from: 'x' } } }] })
send('updateComponents', { components: [{ id: 'root', component: 'Itinerary' }] })
if (codes.join() !== 'VALIDATION_FAILED') throw new Error('reports: ' + codes)
`

const host = `
import { type BasicProps, defineFunctions, type JsonValue, type Renderer, type RendererOf } from 'surface-runtime'
import { defineCatalog } from 'surface-runtime/core'
import type { BasicProps as MadeProps } from './basic_catalog.mjs'
import compiled, { type TravelArgs, type TravelProps } from './travel_catalog.js'
import type { TravelArgs as Args, TravelProps as Props } from './travel_catalog.types'

export const Itinerary: RendererOf<TravelProps['Itinerary']> = ({ props, act }) => {
  const title: string = props.title
  const fare: 'first' | 'second' = props.class
  // @ts-expect-error It may be absent.
  const book: object = props.book
  // @ts-expect-error There is no such property.
  props.titel
  act('book')
  return title + fare + String(book)
}
const functions = defineFunctions({
  nights: {
    run({ from, unit }: TravelArgs['nights']) {
      const given: JsonValue | undefined = from
      // @ts-expect-error It may be absent, and is one of two.
      const which: 'days' = unit
      return String(given) + which
    },
  },
})
const typed = defineFunctions<Args>({ nights: { run: ({ from, unit = 'days' }) => String(from) + unit.length } })
export const Plan: Renderer<Props['Itinerary']> = ({ props, act }) => {
  act('book')
  return props.title.trim() + props.class
}
export const sameProps: Props = {} as TravelProps
export const catalog = defineCatalog(compiled, { functions })
export const typedCatalog = defineCatalog(compiled, { functions: typed })
export const made = (props: BasicProps): MadeProps => props
export const byHand = (props: MadeProps): BasicProps => props
`

const peerProgram = `
const told = await import('surface-runtime/ajv').then(() => 'nothing', (error) => error.message)
if (!told.includes('npm install')) throw new Error('surface-runtime/ajv without ajv told: ' + told)
const { compileModule } = await import('surface-runtime/compile')
const also = await compileModule({ catalogId: 'x', components: { One: {} } }).then(() => 'nothing', (error) => error.message)
if (also !== told) throw new Error('surface-runtime/compile without ajv told: ' + also)
`

/** Throws what a host would stumble over. The consumer has the package, and no ajv before `lendAjv`. */
export function checkCommand(consumer, lendAjv) {
  const at = (file, text) => {
    writeFileSync(join(consumer, file), text)
    return join(consumer, file)
  }
  at('travel_catalog.json', JSON.stringify(travel))
  at('broken.json', '{')
  at('notes.json', '{"a":1}')
  at('refused.json', JSON.stringify({ catalogId: 'x', components: { One: { type: 'objekt' } } }))
  at('empty.json', JSON.stringify({ catalogId: 'x', functions: {} }))
  copyFileSync(join(root, 'catalogs/v0.9/basic_catalog.json'), join(consumer, 'basic_catalog.json'))

  expectEnd(consumer, ['compile', 'travel_catalog.json'], 1, /needs ajv 8.*npm install --save-dev ajv/)
  must(node(at('peer.js', peerProgram), [], { cwd: consumer }), 'a missing ajv is not told in a sentence')
  expectEnd(consumer, ['types', 'travel_catalog.json', '-o', 'x.js'], 2, /must end with \.ts/)
  expectEnd(consumer, ['types', 'travel_catalog.json'], 0, /travel_catalog\.types\.ts written/)
  expectEnd(consumer, ['types', 'refused.json'], 1, refused)
  lendAjv()
  expectEnd(consumer, ['--help'], 0, /Usage: surface-runtime compile[\s\S]*surface-runtime types/)
  expectEnd(consumer, [], 2, /^surface-runtime compiles[\s\S]*Usage: [\s\S]*surface-runtime --help/)
  expectEnd(consumer, ['complie', 'travel_catalog.json'], 2, /"complie"\. Did you mean "compile"\?[\s\S]*Usage/)
  expectEnd(consumer, ['build'], 2, /no command "build"\. There are "compile" and "types"\.[\s\S]*Usage/)
  expectEnd(consumer, ['types'], 2, /Name the catalog[\s\S]*Usage/)
  expectEnd(consumer, ['help'], 0, /Exit codes/)
  expectEnd(consumer, ['--version'], 0, /^\d+\.\d+\.\d+\n$/)
  for (const command of ['compile', 'types']) {
    expectEnd(consumer, [command, 'notes.json'], 1, /notes\.json: This is no catalog: .*"components"/)
    expectEnd(consumer, [command, 'empty.json'], 1, /empty\.json: The catalog is empty\. /)
    expectEnd(consumer, [command, 'broken.json'], 1, /broken\.json: The file is not JSON: /)
    expectEnd(consumer, [command, 'refused.json'], 1, refused)
  }
  expectEnd(consumer, ['compile', '.'], 2, /"\." is a folder: name the catalog's JSON file/)
  expectEnd(consumer, ['types', 'travel_catalog.json', '--name', '5x'], 2, /--name 5x cannot be used: .*a digit\n/)
  expectEnd(consumer, ['types', 'travel_catalog.json', '-o'], 2, /--output needs a value\n/)
  expectEnd(consumer, ['compile', 'travel_catalog.json', '--nam', 'x'], 2, /--nam[\s\S]*Usage/)
  expectEnd(consumer, ['compile', 'travel_catalog.json', '-o', 'x.ts'], 2, /\.js or \.mjs/)
  expectEnd(consumer, ['compile', 'nowhere.json'], 1, /nowhere\.json cannot be read: there is no such file/)
  must(!existsSync(join(consumer, 'refused.js')), 'a refused catalog left a module')
  expectEnd(consumer, ['compile', 'travel_catalog.json'], 0, /travel_catalog\.js and travel_catalog\.d\.ts/)
  expectEnd(consumer, ['compile', 'basic_catalog.json', '-o', 'basic_catalog.mjs'], 0, /basic_catalog\.d\.mts/)
  must(!/\bajv\b|\brequire\(/.test(readFileSync(join(consumer, 'travel_catalog.js'), 'utf8')), 'the module needs ajv')
  must(node(at('travel.js', program), [], { cwd: consumer }), 'what the command compiled does not work')
  at('made.ts', host)
}

const refused = /refused\.json, at \/components\/One\/type: There is no type "objekt"\. Did you mean "object"\?\n$/

function expectEnd(consumer, args, status, said) {
  // As the shell finds it after an installation; the link leads to the file that package.json names.
  const { bin } = JSON.parse(readFileSync(join(consumer, 'node_modules/surface-runtime/package.json'), 'utf8'))
  const windows = process.platform === 'win32'
  const script = join(consumer, 'node_modules/surface-runtime', bin['surface-runtime'])
  const [command, first] = windows
    ? [process.execPath, [script]]
    : [join(consumer, 'node_modules/.bin/surface-runtime'), []]
  const result = spawnSync(command, [...first, ...args], { cwd: consumer, encoding: 'utf8', timeout: 60_000 })
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`
  const named = `surface-runtime ${args.join(' ')}`
  must(result.status === status, `"${named}" ended with ${result.status}, not ${status}:\n${output}`)
  must(said.test(output), `"${named}" said:\n${output}`)
  must(!/\n\s+at /.test(output), `"${named}" showed a stack:\n${output}`)
}
