#!/usr/bin/env node
/** The command `surface-runtime`: compiles a catalog ahead of time, for hosts that build without Vite, and writes its types. */
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { argv, exit, stderr, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseCatalog } from '../compiler/check-catalog.ts'
import { isTypeName, typeNameOf } from '../compiler/types.ts'
import { didYouMean } from '../text/nearest.ts'
import { catalogTypes, compileModule } from './compile.ts'

const usage = `Usage: surface-runtime compile <catalog.json> [-o <catalog.js>] [--name <Name>]
       surface-runtime types <catalog.json> [-o <catalog.types.ts>] [--name <Name>]
`

/** For wrong usage: the whole help would push what was wrong out of sight. */
const shortHelp = `${usage}
For example:
  surface-runtime compile travel_catalog.json
  surface-runtime types travel_catalog.json -o src/travel.types.ts

surface-runtime --help explains the commands, options and exit codes.
`

const help = `${usage}
compile  Compiles a catalog's JSON Schema to an ES module for defineCatalog,
         which needs neither ajv nor eval in the page, and writes TypeScript
         declarations beside it.
types    Writes the types of a catalog alone: what renderers and functions get,
         and what agents write.
         For catalogs that the Vite plugin or the page compiles. Needs no ajv.

  -o, --output <file>  the module, .js or .mjs for compile, .ts for types;
                       default: the catalog's own name with .js or .types.ts.
                       The declarations of .js have the same name with .d.ts
  --name <Name>        start of the names of types; default: from the catalog's
                       name, as in travel_catalog.json: TravelProps, TravelArgs
  -v, --version        the version of this package
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
  readonly command: keyof typeof commands
  readonly catalog: string
  readonly output: string
  readonly name: string
}

/** What each command writes: the default ending of its file, which endings it may have, and how that is said. */
const commands = {
  compile: { ending: '.js', fits: /\.m?js$/, said: '.js or .mjs', run: compile },
  types: { ending: '.types.ts', fits: /\.ts$/, said: '.ts', run: writeTypes },
} as const

/** A text: the user wants to read it. */
function taskOf(args: readonly string[]): Task | string {
  const { values, positionals } = parsed(args)
  const [command, catalog, ...surplus] = positionals
  if (values.help || command === 'help') return help
  if (values.version) return `${version()}\n`
  if (command === undefined) throw new CommandError(2, 'There is no command')
  if (!isCommand(command)) throw new CommandError(2, `There is no command "${command}". ${nearestCommand(command)}`)
  if (catalog === undefined) throw new CommandError(2, 'Name the catalog')
  if (surplus.length > 0)
    throw new CommandError(2, `One catalog at a time: there is "${surplus.join('", "')}" too many`)
  if (/(^|[\\/])\.{0,2}$/.test(catalog))
    throw new CommandError(2, `"${catalog}" is a folder: name the catalog's JSON file`)
  const { ending, fits, said } = commands[command]
  const output = values.output ?? `${catalog.replace(/\.json$/, '')}${ending}`
  if (!fits.test(output)) throw new CommandError(2, `The output must end with ${said}, unlike "${output}"`)
  const name = values.name ?? typeNameOf(catalog)
  if (!isTypeName(name)) throw new CommandError(2, nameFault(name, values.name !== undefined))
  return { command, catalog, output, name }
}

function nameFault(name: string, given: boolean): string {
  const rule = 'a name of types has letters, digits, _ and $, and does not begin with a digit'
  return given ? `--name ${name} cannot be used: ${rule}` : `Give --name: ${rule}, unlike the catalog's "${name}"`
}

/** Of this package: its manifest lies above the folder of the command. */
function version(): string {
  const { version } = JSON.parse(
    readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../../package.json'), 'utf8'),
  ) as {
    readonly version: string
  }
  return version
}

function isCommand(text: string): text is keyof typeof commands {
  return Object.hasOwn(commands, text)
}

function nearestCommand(name: string): string {
  const names = Object.keys(commands)
  return didYouMean(name, names, `There are "${names.join('" and "')}".`)
}

function parsed(args: readonly string[]) {
  const options = {
    output: { type: 'string', short: 'o' },
    name: { type: 'string' },
    version: { type: 'boolean', short: 'v' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new CommandError(2, argumentFault(reasonOf(error)))
  }
}

/** Node says at length how a value could begin with a dash, which no file and no name here does. */
function argumentFault(reason: string): string {
  const option = /^Option '(?:-\w, )?(--\w+) /.exec(reason)?.[1]
  return option ? `${option} needs a value` : (reason.split('. ')[0] ?? reason)
}

async function compile({ catalog, output, name }: Task): Promise<void> {
  const { code, types } = await compileModule(await readSchema(catalog), { name, file: catalog })
  const declarations = output.replace(/\.(m?)js$/, '.d.$1ts')
  await writeTo(output, code)
  await writeTo(declarations, types)
  stdout.write(`${output} and ${declarations} written\n`)
}

async function writeTypes({ catalog, output, name }: Task): Promise<void> {
  await writeTo(output, await catalogTypes(await readSchema(catalog), { name, file: catalog }))
  stdout.write(`${output} written\n`)
}

async function readSchema(file: string): Promise<{ readonly [keyword: string]: unknown }> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(1, `${file} cannot be read: ${reasonOf(error)}`)
  })
  return parseCatalog(text, file)
}

async function writeTo(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new CommandError(1, `${file} cannot be written: ${reasonOf(error)}`)
  })
}

/** Node reports missing files with code and system call; the user needs neither. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  if (code === 'ENOENT') return 'there is no such file or folder'
  if (code === 'EISDIR') return 'it is a folder'
  return code === 'EACCES' ? 'permission is denied' : String(message)
}

try {
  const args = argv.slice(2)
  if (args.length === 0) {
    stderr.write(`surface-runtime compiles a catalog ahead of time, and writes its types.\n\n${shortHelp}`)
    exit(2)
  }
  const task = taskOf(args)
  if (typeof task === 'string') stdout.write(task)
  else await commands[task.command].run(task)
} catch (error) {
  const exitCode = error instanceof CommandError ? error.exitCode : 1
  stderr.write(`surface-runtime: ${reasonOf(error)}\n${exitCode === 2 ? `\n${shortHelp}` : ''}`)
  exit(exitCode)
}
