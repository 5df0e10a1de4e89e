// The public protocol's JSON Schemas, where they lie beside a checkout: read, never copied.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { outside } from '../support/outside.ts'

export const publicSchemas = 'corpus/ucp-schemas'

/** Where the schemas say they are published. */
const base = 'https://ucp.dev/schemas'

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** What is wrong with a value by a schema of the folder, such as `shopping/cart.json`; empty: nothing, or the folder is not there. */
export function publicFaults(): (schema: string, value: unknown) => readonly string[] {
  const folder = outside(publicSchemas)
  if (!folder) return () => []
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addFormat('uri', { type: 'string', validate: (text: string) => URL.canParse(text) })
  ajv.addFormat('date-time', { type: 'string', validate: (text: string) => dateTime.test(text) })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json') || name.includes('openapi') || name.includes('openrpc')) continue
    const schema = JSON.parse(readFileSync(resolve(folder, name), 'utf8'))
    // The profile's own id puts what it refers to a folder too deep.
    const id = name.startsWith('discovery') ? 'https://ucp.dev/discovery/profile.json' : `${base}/${name}`
    ajv.addSchema({ ...schema, $id: id })
  }
  return (schema, value) => {
    const check = ajv.getSchema(schema.startsWith('https:') ? schema : `${base}/${schema}`)
    if (!check) throw new Error(`There is no schema ${schema}`)
    check(value)
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
