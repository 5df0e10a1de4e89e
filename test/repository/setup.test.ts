// What `npm start` and `npm test` do first: npm is asked to install only what is not installed.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, it } from 'vitest'

const scripts = resolve(import.meta.dirname, '../../.ci')
/** The setup with all that it imports. */
const files = ['setup.mjs', 'tools.mjs', 'node-packages.mjs', 'browser.mjs', 'debian.mjs']
const clone = mkdtempSync(join(tmpdir(), 'surface-runtime-setup-'))
const modules = join(clone, 'node_modules')
const asked = join(clone, 'asked')
/** Stands for npm, and writes down that it was called. */
const npm = join(clone, 'npm-cli.js')

const lock = {
  '': { name: 'clone' },
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-1' },
  'node_modules/of-another-system': { version: '1.0.0', optional: true, os: ['none'] },
}
const { '': _, 'node_modules/of-another-system': __, ...installed } = lock

afterEach(() => rmSync(clone, { recursive: true, force: true }))

/** Runs the setup in a clone whose packages npm has recorded so; `undefined`: none is installed. */
function npmCalls(record: object | undefined): boolean {
  mkdirSync(modules, { recursive: true })
  for (const name of files) cpSync(join(scripts, name), join(clone, '.ci', name))
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: lock }))
  if (record) writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages: record }))
  writeFileSync(npm, `require('node:fs').writeFileSync(${JSON.stringify(asked)}, process.argv[2])`)
  rmSync(asked, { force: true })
  const env = { ...process.env, npm_execpath: npm }
  const { status, stderr } = spawnSync(process.execPath, [join(clone, '.ci/setup.mjs')], { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return existsSync(asked)
}

it('packages that npm has installed from this lock are not installed again', () => {
  expect(npmCalls(installed)).toBe(false)
})

it.each([
  ['nothing is installed', undefined],
  ['a package is missing', {}],
  ['a package is another', { 'node_modules/one': { version: '1.0.1', integrity: 'sha512-2' } }],
  ['there is a package too many', { ...installed, 'node_modules/two': { version: '1.0.0' } }],
])('npm installs the packages where %s, and only once', (_, record) => {
  expect(npmCalls(record)).toBe(true)
  // npm would have written its record now; the stamp is enough.
  expect(npmCalls(record)).toBe(false)
})
