#!/usr/bin/env node
/** The command `surface-runtime`: compiles a catalog ahead of time, for hosts that build without Vite. */
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { argv, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { compileModule } from './compile.ts'
import { isObject } from './json/value.ts'

const usage = `Usage: surface-runtime compile <catalog.json> [-o <catalog.js>] [--name <Name>]

Compiles a catalog's JSON Schema to an ES module for defineCatalog, which needs
neither ajv nor eval in the page, and writes TypeScript declarations beside it.

  -o, --output <file>  the module, .js or .mjs; default: the catalog's own name
                       with .js. The declarations have the same name with .d.ts
  --name <Name>        start of the names of types; default: from the catalog's
                       name, as in travel_catalog.json: TravelProps, TravelArgs
  -h, --help           this text

Exit codes: 0 written, 1 the catalog could not be compiled, 2 wrong usage.
`

/** What the user of the command did wrong, or the catalog's author. */
class CommandError extends Error {
  readonly exitCode: 1 | 2

  constructor(exitCode: 1 | 2, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

interface Task {
  readonly catalog: string
  readonly module: string
  readonly name: string
}

/** `undefined`: the user wants to see the usage. */
function taskOf(args: readonly string[]): Task | undefined {
  const { values, positionals } = parsed(args)
  if (values.help) return undefined
  const [command, catalog, ...surplus] = positionals
  if (command === undefined) throw new CommandError(2, 'There is no command')
  if (command !== 'compile') throw new CommandError(2, `There is no command "${command}"`)
  if (catalog === undefined) throw new CommandError(2, 'Name the catalog to compile')
  if (surplus.length > 0)
    throw new CommandError(2, `One catalog at a time: there is "${surplus.join('", "')}" too many`)
  const module = values.output ?? `${catalog.replace(/\.json$/, '')}.js`
  if (!/\.m?js$/.test(module)) throw new CommandError(2, `The output must end with .js or .mjs, unlike "${module}"`)
  const name = values.name ?? nameFrom(catalog)
  if (!/^[A-Za-z_$][\w$]*$/.test(name))
    throw new CommandError(2, `"${name}" cannot start the name of a type: use --name`)
  return { catalog, module, name }
}

function parsed(args: readonly string[]) {
  const options = {
    output: { type: 'string', short: 'o' },
    name: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new CommandError(2, reasonOf(error))
  }
}

/** `travel_catalog.json` → `Travel`. */
function nameFrom(catalog: string): string {
  const words = basename(catalog, '.json')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const telling = words.length > 1 ? words.filter((word) => word.toLowerCase() !== 'catalog') : words
  return telling.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

async function compile({ catalog, module, name }: Task): Promise<void> {
  const { code, types } = await compileModule(await readSchema(catalog), { name, file: catalog })
  const declarations = module.replace(/\.(m?)js$/, '.d.$1ts')
  await writeTo(module, code)
  await writeTo(declarations, types)
  stdout.write(`${module} and ${declarations} written\n`)
}

async function readSchema(file: string): Promise<{ readonly [keyword: string]: unknown }> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(1, `${file} cannot be read: ${reasonOf(error)}`)
  })
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch (error) {
    throw new CommandError(1, `${file} is not JSON: ${reasonOf(error)}`)
  }
  if (!isObject(schema)) throw new CommandError(1, `${file} holds no JSON Schema: it must be an object`)
  return schema
}

async function writeTo(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new CommandError(1, `${file} cannot be written: ${reasonOf(error)}`)
  })
}

/** Files that are not there are told by Node with code and system call; the user needs neither. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  if (code === 'ENOENT') return 'there is no such file or folder'
  if (code === 'EISDIR') return 'it is a folder'
  return code === 'EACCES' ? 'permission is denied' : String(message)
}

try {
  const task = taskOf(argv.slice(2))
  if (task) await compile(task)
  else stdout.write(usage)
} catch (error) {
  const exitCode = error instanceof CommandError ? error.exitCode : 1
  stderr.write(`surface-runtime: ${reasonOf(error)}\n${exitCode === 2 ? `\n${usage}` : ''}`)
  exit(exitCode)
}
