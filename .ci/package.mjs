// Checks what would be published: packs dist, then reads it as npm, TypeScript, Node and a bundler would, and weighs it.
// Expects a finished `npm run build`.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { apiIsKnown } from './api.mjs'
import { must } from './must.mjs'
import { packageFolder } from './node-packages.mjs'
import { bundle } from './package-bundle.mjs'
import { checkCommand } from './package-command.mjs'
import { checkReadme, readmePackages } from './package-readme.mjs'
import { checkSchemas } from './package-schemas.mjs'
import { checkSize, checkStandalone } from './package-size.mjs'
import { checkTypos } from './package-typos.mjs'
import { clientModules, serverFaults } from './server-graph.mjs'
import { node, npm, root, tool } from './tools.mjs'

// Outside of the repository: below it, Node would find the repository's own packages.
const temp = mkdtempSync(join(tmpdir(), 'surface-runtime-'))

/** Prints what `./core` does with one message, with nothing else installed. */
const coreProgram = `
import { defaultCatalogs } from 'surface-runtime/catalogs'
import { createRuntime } from 'surface-runtime/core'
for (const name of ['react', 'ajv']) {
  if (await import(name).then(() => true, () => false)) throw new Error(name + ' is installed: this run proves nothing')
}
const errors = []
const runtime = createRuntime({
  catalogs: defaultCatalogs,
  onError: (error) => errors.push(error.code + ' ' + error.message),
})
runtime.push('{"version":"v0.9","createSurface":{"surfaceId":"s1","catalogId":')
runtime.push('"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}\\n')
if (errors.length > 0) throw new Error(errors.join('\\n'))
if (!runtime.surface('s1')) throw new Error('createSurface made no surface')
runtime.dispose()
`

/** What a host writes. TypeScript reads it too, so it holds for the types as well. */
const hostProgram = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createRuntime, SurfaceList } from 'surface-runtime'
import { connectAgent, connectSurfaces } from 'surface-runtime/agent'
import 'surface-runtime/styles.css'

const runtime = createRuntime({ onError: (error) => console.warn(error.code) })
runtime.push('{"version":"v0.9","deleteSurface":{"surfaceId":"s1"}}\\n')
connectAgent('https://agent.example').then((agent) => connectSurfaces(agent, runtime).send('hello'))
createRoot(document.body).render(createElement(SurfaceList, { runtime }))
`

const hostTypes = {
  compilerOptions: {
    ...{
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
    },
    // Without skipLibCheck: our declarations have to be right, not only to be there.
    ...{ strict: true, noEmit: true, skipLibCheck: false, types: [], noUncheckedSideEffectImports: true },
  },
  // What hosts write with the package's types; in the repository the same file is checked against the sources.
  files: ['host.ts', 'host-types.tsx', 'host-wire.ts', 'made.ts'],
}

try {
  const tarball = pack()
  must(
    apiIsKnown(),
    'the public interface is not as in src/api.md: run `npm run api`, read the difference, and commit it',
  )
  checkManifest(tarball)
  checkServerGraph()
  checkStandalone()
  checkLinks(tarball)
  const consumer = install(tarball)
  runCore(consumer)
  checkCommand(consumer, () => lend(consumer, ['ajv']))
  lend(consumer, ['react', 'react-dom', '@types/react', '@types/react-dom'])
  await checkHost(consumer)
  await checkSchemas(consumer)
  await checkSize(consumer)
  lend(consumer, readmePackages)
  lend(consumer, ['@types/node', 'undici-types', '@nats-io/transport-node'])
  checkDeclarations(consumer)
  checkReadme(consumer)
} catch (error) {
  console.error(`package: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function pack() {
  must(existsSync(join(root, 'dist/entries/index.js')), 'there is no dist; run `npm run build` first')
  must(npm(['pack', '--silent', '--pack-destination', temp]), 'npm pack failed')
  return join(
    temp,
    readdirSync(temp).find((file) => file.endsWith('.tgz')),
  )
}

function checkManifest(tarball) {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts)
  must(own.length === 0, `the package would run ${own.join(', ')} where it is installed`)
  must(node(tool('publint'), ['run', tarball, '--strict']), 'publint has complaints')
  const attw = tool('@arethetypeswrong/cli', 'attw')
  const args = [
    tarball,
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    './styles.css',
    './extended.css',
    './inspector.css',
    './vite/client',
  ]
  must(node(attw, args), 'attw has complaints')
}

/** In a framework with server components a page may import the package, and its views run in the browser. */
function checkServerGraph() {
  const names = ['index', 'react', 'renderers', 'core', 'lenient', 'progressive', 'sync', 'catalogs']
  const entries = [...names.map((name) => `entries/${name}.js`), 'work/renderers.js', 'work/index.js']
  const faults = serverFaults(entries)
  must(faults.length === 0, `on a server:\n${faults.join('\n')}`)
  for (const entry of entries.slice(0, 3))
    must(clientModules([entry]).length > 0, `no module of dist/${entry} says 'use client'`)
}

/** The package's documents are read where only the package is: what they link to and show is in it. */
function checkLinks(tarball) {
  const inside = filesOf(tarball)
  const documents = inside.filter((file) => file.endsWith('.md'))
  const dead = documents.flatMap((file) => linksOf(file).filter((link) => !inside.some((other) => isAt(other, link))))
  must(documents.includes('README.md'), 'the package has no README.md')
  must(dead.length === 0, `its documents link to what is not in the package: ${dead.join(', ')}`)
}

/** Paths within the package. */
function filesOf(tarball) {
  const { stdout } = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
  return stdout.split(/\r?\n/).flatMap((path) => (path.startsWith('package/') ? [path.slice('package/'.length)] : []))
}

/** Relative links of a document, as paths within the package. */
function linksOf(file) {
  const links = [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!\w+:|#)([^)#]+)/g)]
  return links.map(([, link]) => posix.join(posix.dirname(file), link))
}

function isAt(file, link) {
  return file === link || file.startsWith(`${link}/`)
}

/** Without peers, which a real host brings itself: so `./core` can be run where there is no React. */
function install(tarball) {
  const consumer = join(temp, 'consumer')
  mkdirSync(consumer)
  const manifest = { name: 'consumer', private: true, type: 'module', overrides: lockedVersions() }
  write(consumer, 'package.json', JSON.stringify(manifest))
  const flags = ['--prefer-offline', '--legacy-peer-deps', '--no-package-lock', '--no-audit', '--no-fund', '--silent']
  must(npm(['install', ...flags, tarball], { cwd: consumer }), 'the package does not install')
  return consumer
}

/** Of what the package depends on, the versions that its tests ran with: they are cached, and weigh the same each time. */
function lockedVersions() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const locked = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  )
  return Object.fromEntries(
    locked.flatMap(([path, { version }]) => {
      const name = path.slice('node_modules/'.length)
      return name.includes('/node_modules/') ? [] : [[name, version]]
    }),
  )
}

function runCore(consumer) {
  const program = write(consumer, 'core.js', coreProgram)
  must(node(program, [], { cwd: consumer }), 'surface-runtime/core does not work in plain Node without React')
}

/** Links packages of the repository, so that the check needs no network. */
function lend(consumer, names) {
  for (const name of names) {
    const link = join(consumer, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(packageFolder(name), link, 'junction')
  }
}

async function checkHost(consumer) {
  write(consumer, 'host.ts', hostProgram)
  write(consumer, 'host-types.tsx', readFileSync(join(root, 'test/entries/types/host.tsx'), 'utf8'))
  write(consumer, 'host-wire.ts', readFileSync(join(root, 'test/entries/types/wire.ts'), 'utf8'))
  write(consumer, 'tsconfig.json', JSON.stringify(hostTypes))
  must(node(tool('typescript', 'tsc'), ['-p', consumer]), "the package's types do not hold in a host")
  checkTypos(consumer, hostTypes)

  write(consumer, 'index.html', '<!doctype html><title>host</title><script type="module" src="/host.ts"></script>')
  const files = await bundle(consumer, {})
  must(
    files.some((file) => file.fileName.endsWith('.css')),
    'surface-runtime/styles.css is not in the bundle',
  )
  for (const file of files) checkCode(file)
}

/** Each entry point's declarations hold with all that they import: what is marked as internal is in none of them. */
function checkDeclarations(consumer) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.keys(exports).filter((entry) => exports[entry].types && !/\.css$|client$/.test(entry))
  const lines = entries.map((entry, index) => `export * as entry${index} from 'surface-runtime${entry.slice(1)}'`)
  write(consumer, 'entries.ts', lines.join('\n'))
  const { compilerOptions } = hostTypes
  const config = { compilerOptions: { ...compilerOptions, types: ['node'] }, files: ['entries.ts'] }
  const project = write(consumer, 'entries.json', JSON.stringify(config))
  must(node(tool('typescript', 'tsc'), ['-p', project]), 'the declarations of an entry point do not hold')
}

/** The page's security policy may forbid making code from text, and ajv is for those who ask for it. */
function checkCode({ type, fileName, code }) {
  if (type !== 'chunk') return
  // The name of our own entry point may stand in a hint.
  const text = code.replaceAll('surface-runtime/ajv', '')
  // A method may be called eval: re2js has one.
  const evaluated = /(?<!\.)\beval\s*\((?![\w$,\s]*\)\s*\{)/
  for (const forbidden of [/\bajv\b/i, /\bnew Function\s*\(/, evaluated]) {
    const at = text.search(forbidden)
    must(at < 0, `the host's bundle ${fileName} has ${forbidden} in: …${text.slice(Math.max(0, at - 60), at + 60)}…`)
  }
}

function write(folder, name, text) {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
