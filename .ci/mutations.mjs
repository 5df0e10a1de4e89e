// Would a test notice? Changes one place of `src` at a time, at random, and runs unit tests until one fails: first those beside the
// file, then all that load it.
//   npm run soak -- mutations                                80 changes; their seed is printed
//   npm run soak -- mutations --seed 7 --count 20            the first 20 of that seed
//   npm run soak -- mutations --seed 7 --from 21 --count 40  the next 20: a run takes half an hour and more for each 20
//   npm run soak -- mutations --under src/json,src/stream    in other folders
// At the end stands what the types allow and no test noticed. Not all of these lack a test: some changes only cost time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'
import { minute, nodeBeside, root, tool } from './tools.mjs'

/** More than a folder of tests takes on a busy machine. A change may also make a loop that never ends. */
const patience = { beside: 6 * minute, related: 20 * minute }

const operators = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}

/** The changes `from` to `count` in the order of the seed, from 1. `under`: folders. `jobs`: so many at the same time. */
export async function mutations({ seed, from, count, jobs, under }) {
  const places = shuffled(under.flatMap(filesOf).flatMap(placesIn), seed).slice(0, count)
  await mustPass(under)
  const survivors = []
  const left = places.map((place, index) => ({ place, number: index + 1 })).slice(from - 1)
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { place, number } = next
      const noticed = await noticedBy(place, number)
      if (!noticed) survivors.push(place)
      console.log(`${number} of ${count}, ${noticed ? `noticed by ${noticed}` : 'NOT NOTICED'}: ${described(place)}`)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  console.log(`\nNo test noticed ${survivors.length} of ${places.length - from + 1} changes:`)
  for (const place of survivors) console.log(described(place))
}

function filesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** Each change of a file: `start` and `end` in its text, and the `text` that comes there. */
function placesIn(file) {
  const code = readFileSync(file, 'utf8')
  const places = []
  walk(parseSync(file, code).program, (node) => {
    for (const [{ start, end }, text] of changesOf(node, code)) places.push({ file, start, end, text, code })
  })
  return places
}

/** Types and imports are left out: no test runs them. */
function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit)
  if (
    typeof node?.type !== 'string' ||
    /^(TS(?!(As|Satisfies|NonNull))|Import|Export(All|Named.*)Specifier)/.test(node.type)
  )
    return
  visit(node)
  for (const [key, child] of Object.entries(node)) {
    const typed = key === 'typeAnnotation' || key === 'key' || (key === 'source' && node.type.startsWith('Export'))
    if (!typed) walk(child, visit)
  }
}

function changesOf(node, code) {
  const textOf = ({ start, end }) => code.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const { left, right, operator } = node
      if (operator === '??') return [[node, textOf(left)]]
      const to = operators[operator]
      const between = { start: left.end, end: right.start }
      return to ? [[between, textOf(between).replace(operator, to)]] : []
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [[node, textOf(node.argument)]] : []
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((text) => [node.test, text])
    case 'Literal':
      if (typeof node.value === 'boolean') return [[node, String(!node.value)]]
      return typeof node.value === 'number' ? [[node, String(node.value === 0 ? 1 : node.value + 1)]] : []
    case 'ExpressionStatement':
      return node.directive || textOf(node).includes('\n') ? [] : [[node, ';']]
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
      return node.body?.type === 'BlockStatement'
        ? [[{ start: node.body.start, end: node.body.start + 1 }, '{ return;']]
        : []
    default:
      return []
  }
}

/** Tests that fail by themselves notice everything. */
async function mustPass(under) {
  const beside = under.map((folder) => folder.replace(/^src/, 'test'))
  if ((await outcome({}, ['run', ...beside], patience.related)) !== 'passed')
    throw new Error(`Some tests fail before anything is changed: npm run unit -- ${beside.join(' ')}`)
}

async function noticedBy(place, number) {
  const { file, start, end, text } = place
  const change = { file: file.replaceAll(sep, '/'), start, end, text }
  const path = relative(root, file).replaceAll(sep, '/')
  const beside = path.replace(/^src/, 'test').replace(/\.tsx?$/, '')
  const folder = beside.replace(/\/[^/]*$/, '/')
  const tests = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []
  const run = async (name, args, timeout) => {
    const result = await outcome(change, args, timeout)
    if (result === 'passed') return undefined
    return result === 'failed' ? name : `${name}, which does not end`
  }
  const hasOwn = tests.some((test) => `${folder}${test}`.startsWith(`${beside}.`))
  return (
    (hasOwn && (await run('the test beside', ['run', `${beside}.`], patience.beside))) ||
    (await run('the folder', ['run', folder], patience.beside)) ||
    // Before the rest of the tests, which take thirty times as long.
    ((await typesAllow(place, number)) ? undefined : 'types') ||
    run('a test that loads the file', ['related', path, '--run'], patience.related)
  )
}

/** What becomes of the tests with this change: `passed`, `failed` or, when they have used up their time, `ended`. */
async function outcome(change, args, timeout) {
  const env = { ...process.env, TEST_SIZE: 'quick', MUTATION: JSON.stringify(change) }
  const rest = ['--config', '.ci/mutations.config.ts', '--bail', '1', '--passWithNoTests', '--maxWorkers', '1']
  // A group of its own: a worker in a loop that never ends does not hear that its parent has gone.
  const options = { cwd: root, env, stdio: 'ignore', detached: true }
  const child = spawn(process.execPath, [tool('vitest'), ...args, ...rest], options)
  const end = () => process.kill(-child.pid, 'SIGKILL')
  const timer = setTimeout(end, timeout)
  process.once('exit', end)
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  process.off('exit', end)
  if (code === 0) return 'passed'
  return signal ? 'ended' : 'failed'
}

/** Checked in a copy of `src`, since other programs may read the real one meanwhile. */
async function typesAllow({ file, start, end, text, code }, number) {
  const copy = join(root, `node_modules/.cache/mutations/${number}`)
  rmSync(copy, { recursive: true, force: true })
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true })
  cpSync(join(root, 'catalogs'), join(copy, 'catalogs'), { recursive: true })
  cpSync(join(root, 'tsconfig.json'), join(copy, 'tsconfig.json'))
  writeFileSync(join(copy, relative(root, file)), code.slice(0, start) + text + code.slice(end))
  const { ok } = await nodeBeside(tool('typescript', 'tsc'), ['-p', join(copy, 'src'), '--outDir', join(copy, 'dist')])
  rmSync(copy, { recursive: true, force: true })
  return ok
}

/** `src/json/pointer.ts:12  a < b  →  a <= b` */
function described({ file, start, end, text, code }) {
  const from = code.lastIndexOf('\n', start - 1) + 1
  const to = code.indexOf('\n', end)
  const line = code.slice(0, start).split('\n').length
  const now = code.slice(from, start) + text + code.slice(end, to)
  return `${relative(root, file)}:${line}  ${code.slice(from, to).trim()}  →  ${now.trim()}`
}

/** The same order for the same seed. */
function shuffled(list, seed) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const left = [...list]
  return Array.from(left, () => left.splice(Math.floor(random() * left.length), 1)[0])
}
