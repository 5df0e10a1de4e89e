// The public interface as a text: src/api.md, made from the declarations of dist, with the first sentence of each docstring and its default; options
// and limits have all of theirs, in tables. The package check compares it, so that no change of the interface goes unseen. After a
// change that is meant: `npm run build && node .ci/api.mjs`.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { usersOf } from './api-users.mjs'
import { root } from './tools.mjs'

const dist = join(root, 'dist')
const report = join(root, 'src/api.md')

/** Whether src/api.md says what dist has. */
export function apiIsKnown() {
  return readFileSync(report, 'utf8') === apiReport()
}

function apiReport() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.entries(exports).filter(([, { types }]) => types?.endsWith('.d.ts') && !types.includes('.css'))
  const seen = new Map()
  const sections = entries.map(([path, { types }]) => section(path.replace(/^\./, 'surface-runtime'), types, seen))
  return `${[
    '# The public interface',
    'Made by `.ci/api.mjs` from the declarations of the package; do not edit. Of a docstring\nthe first sentence and the default are here; editors show all of it. What an entry point has in common with an\nearlier one stands there. "Behind them" are types that declarations use and no entry point exports.',
    ...words(),
    ...sections,
  ].join('\n\n')}\n`
}

/** Options, limits and properties of views, in the words of their docstrings. */
function words() {
  const limits = readFileSync(join(root, 'src/errors/limits.ts'), 'utf8')
  const defaults = limits.slice(limits.indexOf('export const defaultLimits'))
  const limit = (name) => {
    const [, value] = new RegExp(`^  ${name}: ([\\d_]+),$`, 'm').exec(defaults) ?? []
    if (!value) throw new Error(`defaultLimits has no ${name}`)
    return Number(value.replaceAll('_', '')).toLocaleString('en')
  }
  const options = membersOf('runtime/options.d.ts', 'RuntimeOptions')
  const view = membersOf('react/view-props.d.ts', 'SurfaceViewProps')
  const list = membersOf('react/view-props.d.ts', 'SurfaceListProps')
  return [
    '## Options of `createRuntime`',
    table(['Option', 'What it is'], options),
    '## Limits',
    table(
      ['Limit', 'Default', 'What it is'],
      membersOf('errors/limits.d.ts', 'Limits').map(([name, text]) => [name, limit(name), text]),
    ),
    '## Properties of `SurfaceView`',
    table(['Property', 'What it is'], view),
    '## Properties of `SurfaceList`',
    `Those of \`SurfaceView\` but \`surfaceId\`, and`,
    table(['Property', 'What it is'], list),
  ]
}

/** Name and docstring of each member of an interface. */
function membersOf(path, name) {
  const text = readFileSync(join(dist, path), 'utf8')
  const start = text.search(new RegExp(`^export interface ${name}\\b`, 'm'))
  const body = text.slice(start, text.indexOf('\n}', start))
  const members = [...body.matchAll(/(?:^ {4}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^ {4}readonly (\w+)/gm)]
  return members.map(([, said, member]) => {
    if (!said) throw new Error(`${name}.${member} has no docstring`)
    return [member, unwrapped(said)]
  })
}

function table(head, rows) {
  const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const right = head.map((cell) => (cell === 'Default' ? '---:' : '---'))
  return [row(head), `|${right.join('|')}|`, ...rows.map(([name, ...rest]) => row([`\`${name}\``, ...rest]))].join('\n')
}

function section(name, types, seen) {
  const file = join(root, types)
  const names = [...exportsOf(file)].sort(([a], [b]) => (a < b ? -1 : 1))
  if (names.length === 0) return `## \`${name}\`\n\n${fenced(withSentences(readFileSync(file, 'utf8')))}`
  const known = new Set(names.map(([, { file: from, local }]) => `${from} ${local}`))
  const fresh = names.filter(([, { file: from, local }]) => !seen.has(`${from} ${local}`))
  const shared = names.filter((entry) => !fresh.includes(entry)).map(([shown]) => shown)
  for (const id of known) seen.set(id, name)
  const texts = fresh.map(([, { file: from, local }]) => moduleOf(from).shown.get(local).join('\n'))
  const users = usersOf(
    name,
    new Map(names.map(([shown, { file: from, local }]) => [shown, [...reached(from, local)].join('\n')])),
  )
  const hidden = new Set(fresh.flatMap(([, { file: from, local }]) => hiddenIn(from, local, seen)))
  return [
    `## \`${name}\``,
    ...(shared.length > 0 ? [`As above: ${shared.map((shown) => `\`${shown}\``).join(', ')}.`] : []),
    ...(users.length > 0 ? [`${users.join('; ')}.`] : []),
    ...(texts.length > 0 ? [fenced(texts.join('\n\n'))] : []),
    ...(hidden.size > 0
      ? [
          `Behind them: ${[...hidden]
            .sort()
            .map((shown) => `\`${shown}\``)
            .join(', ')}.`,
        ]
      : []),
  ].join('\n\n')
}

function fenced(code) {
  return `\`\`\`ts\n${code}\n\`\`\``
}

/** Name → the module and the name that it is declared under. */
function exportsOf(file) {
  const { exported, from, all } = moduleOf(file)
  const found = new Map(exported.map((name) => [name, { file, local: name }]))
  for (const other of all) for (const [name, origin] of exportsOf(other)) if (!found.has(name)) found.set(name, origin)
  for (const [name, { file: other, local }] of from) {
    const origin = other === file ? originOf(file, local) : exportsOf(other).get(local)
    if (!origin)
      throw new Error(`${relative(dist, file)} exports ${name}, which ${relative(dist, other)} does not have`)
    found.set(name, origin)
  }
  return found
}

/** Where a name that a module uses is declared; `undefined` for one of another package or of the language. */
function originOf(file, name) {
  const { declared, imported } = moduleOf(file)
  if (declared.has(name)) return { file, local: name }
  const source = imported.get(name)
  return source?.from.startsWith('.') ? exportsOf(targetOf(file, source.from)).get(source.local) : undefined
}

function targetOf(file, path) {
  return resolve(dirname(file), path.replace(/\.tsx?$/, '.d.ts'))
}

const modules = new Map()

/** Their members stand in tables, with all that is said of them. */
const inTables = new Set(['RuntimeOptions', 'Limits', 'SurfaceViewProps', 'SurfaceListProps'])

/** As tsc writes declarations: one statement begins at the start of a line. */
function moduleOf(file) {
  const known = modules.get(file)
  if (known) return known
  const made = { declared: new Map(), shown: new Map(), exported: [], from: new Map(), all: [], imported: new Map() }
  modules.set(file, made)
  for (const statement of statementsOf(withSentences(readFileSync(file, 'utf8')))) read(statement, file, made)
  return made
}

/** `declared` has the code alone, `shown` what stands in the report. */
function read({ comment, text }, file, { declared, shown, exported, from, all, imported }) {
  const statement = withoutComments(text)
  const [, star] = /^export (?:type )?\* from ['"]([^'"]+)/.exec(statement) ?? []
  if (star) all.push(targetOf(file, star))
  const [, verb, list, path] =
    /^(export|import) (?:type )?\{([^}]*)\}(?: from ['"]([^'"]+)['"])?;/.exec(statement) ?? []
  for (const item of list?.split(',') ?? []) {
    const [local, name = local] = item
      .trim()
      .replace(/^type /, '')
      .split(' as ')
    if (local && verb === 'export') from.set(name, { file: path ? targetOf(file, path) : file, local })
    else if (local) imported.set(name, { from: path, local })
  }
  const [, mark, name] =
    /^(export )?(?:default )?(?:declare )?(?:abstract )?(?:class|function|const|let|interface|type) (\w+)/.exec(
      statement,
    ) ?? []
  if (!name || verb) return
  if (mark && !declared.has(name)) exported.push(name)
  const add = (map, code) => map.set(name, [...(map.get(name) ?? []), code.replace(/^export (declare )?/, '')])
  add(declared, statement)
  add(shown, inTables.has(name) ? statement : text)
  if (comment) shown.get(name).splice(-1, 0, comment)
}

/** A comment at the start of a line is that of the next statement. */
function statementsOf(text) {
  const statements = []
  let comment
  for (const line of text.split('\n')) {
    if (line.startsWith('/**')) comment = line
    else if (/^(?:export|import|declare|interface|type|class|const|function)\b/.test(line)) {
      statements.push({ comment, text: line })
      comment = undefined
    } else if (statements.length > 0) statements.at(-1).text += `\n${line}`
  }
  return statements.map(({ text: code, ...rest }) => ({ ...rest, text: code.trim() }))
}

/** Each docstring as a line. Other comments go. */
function withSentences(text) {
  return tidy(
    text
      .replace(/^\s*\/\/.*$/gm, '')
      .replace(/^( *)\/\*(\*?)([\s\S]*?)\*\//gm, (_all, indent, mark, body) =>
        mark === '' ? '' : `${indent}/** ${sentencesOf(body)} */`,
      ),
  )
}

/** The first one, and the default. */
function sentencesOf(body) {
  const [text = ''] = unwrapped(body).split(/ @\w/)
  const [first = '', ...others] = text.split(/(?<=[.!?]) +(?=[A-Z`(])/)
  return [first, ...others.filter((sentence) => sentence.startsWith('Default'))].join(' ')
}

/** The text of a docstring as one line. */
function unwrapped(body) {
  return body.replace(/\s*\n\s*\* */g, ' ').trim()
}

function withoutComments(text) {
  return tidy(text.replace(/\/\*[\s\S]*?\*\//g, ''))
}

function tidy(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** A declaration, and those of all types of ours that it needs in turn. */
function reached(file, local, found = new Set()) {
  const text = moduleOf(file).declared.get(local).join('\n')
  if (found.has(text)) return found
  found.add(text)
  for (const word of new Set(text.match(/\b[A-Z]\w*/g) ?? [])) {
    const origin = originOf(file, word)
    if (origin) reached(origin.file, origin.local, found)
  }
  return found
}

/** Types of ours that a declaration names and that no entry point has so far. */
function hiddenIn(file, local, seen) {
  const text = moduleOf(file)
    .declared.get(local)
    .join('\n')
    .replace(/'[^'\n]*'/g, '')
  return [...new Set(text.match(/\b[A-Z]\w*/g) ?? [])].filter((word) => {
    const origin = word === local ? undefined : originOf(file, word)
    return origin !== undefined && !seen.has(`${origin.file} ${origin.local}`)
  })
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(report, apiReport())
  console.log(`${relative(root, report)} written`)
}
