// Where the browsers of the tests come from, on machines that are played: programs of a Debian that only note that they were called.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { describeVersions } from '../../.ci/browser.mjs'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { createDebian, packageVersion } from '../../.ci/debian.mjs'

const { PATH = '' } = process.env
let folder = ''
let memory = ''
let browser = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surface-runtime-setup-'))
  memory = join(folder, 'memory/debian.json')
  browser = program('chromium', 'echo "Chromium 7.0.1 built on Sample"')
  program('sudo', 'shift; exec "$@"')
  process.env['PATH'] = `${folder}${delimiter}${PATH}`
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(() => {
  process.env['PATH'] = PATH
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function program(name: string, script: string): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

/** A machine with a Chromium 7.0.1 of which the distribution has 7.0.2, and with an engine and a font beside it. */
function playDebian({ apt = '', candidate = '2:7.0.2-1' } = {}): void {
  program('apt-get', `[ "$1" = --version ] && echo apt && exit\necho "$2" "$@" >> ${folder}/calls\n${apt}`)
  program(
    'dpkg-query',
    `case "$*" in
      --search*) echo "chromium: ${browser}" ;;
      *Status*) printf 'chromium chromium installed\\nengine chromium installed\\nold chromium config-files\\nfont font installed\\n' ;;
      *) printf '2:7.0.1-1~deb1' ;;
    esac`,
  )
  program(
    'apt-cache',
    `shift; for name; do printf '%s:\\n  Installed: 2:7.0.1-1~deb1\\n  Candidate: ${candidate}\\n  Version table:\\n' "$name"; done`,
  )
}

/** What apt was told to do, without its options. */
function calls(): readonly string[] {
  try {
    const lines = readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n')
    return lines.map((line) => {
      const [, ...words] = line.replace(/ -o \S+/g, '').split(' ')
      return words.filter((word) => !word.startsWith('-')).join(' ')
    })
  } catch {
    return []
  }
}

it('brings a browser and its engine up to the version of the distribution, and does not look again for an hour', () => {
  playDebian()
  createDebian(memory).upgrade([browser])
  expect(calls()).toEqual(['update', 'install chromium engine'])
  createDebian(memory).upgrade([browser])
  expect(calls()).toHaveLength(2)
  const { checked } = JSON.parse(readFileSync(memory, 'utf8'))
  expect(checked).toEqual([browser])
  writeFileSync(memory, JSON.stringify({ fetched: Date.now() - 61 * 60_000, checked }))
  createDebian(memory).upgrade([browser])
  expect(calls()).toHaveLength(4)
})

it('looks at a browser that was not there before, in lists that are new', () => {
  playDebian({ candidate: '2:7.0.1-1~deb1' })
  createDebian(memory).upgrade([browser])
  createDebian(memory).upgrade([browser, program('other', '')])
  expect(calls()).toEqual(['update'])
  expect(JSON.parse(readFileSync(memory, 'utf8')).checked).toContain(join(folder, 'other'))
})

it('installs from new lists', () => {
  playDebian()
  const debian = createDebian(memory)
  expect(debian.install('chromium', 'font')).toBe(true)
  expect(debian.install('engine')).toBe(true)
  expect(calls()).toEqual(['update', 'install chromium font', 'install engine'])
})

it('fails at nothing, and waits once only, where there is no network', () => {
  playDebian({ apt: 'exit 100' })
  const debian = createDebian(memory)
  debian.upgrade([browser])
  debian.upgrade([browser])
  expect(calls()).toEqual(['update', 'install chromium engine'])
  expect(debian.install('font')).toBe(false)
  expect(calls().slice(2)).toEqual(['install font', 'update'])
})

it('does nothing where there is no apt', () => {
  process.env['PATH'] = folder
  const debian = createDebian(memory)
  expect(debian.install('chromium')).toBe(false)
  debian.upgrade([browser])
  expect(calls()).toEqual([])
})

it('says which versions the tests run with', () => {
  playDebian()
  vi.stubEnv('CHROMIUM_PATH', browser)
  vi.stubEnv('FIREFOX_PATH', program('firefox', 'echo "Sample Firefox 8.1esr"'))
  vi.stubEnv('WEBKIT_DRIVER_PATH', browser)
  expect(describeVersions()).toMatch(
    new RegExp(
      `^Node ${process.versions.node} · Chromium 7\\.0\\.1 · Firefox 8\\.1esr · (no WebKitGTK|WebKitGTK 7\\.0\\.1)$`,
    ),
  )
  expect(packageVersion(browser)).toBe('7.0.1')
})
