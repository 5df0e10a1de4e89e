// Programs from the packages of Debian and its like. Where there is no apt, or no network for it, nothing here fails: whoever
// needs a program looks whether it is there.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { minute, run } from './tools.mjs'

/** How long what is known of the packages counts as new. */
const lifetime = 60 * minute

/** Longer waits are for a network that is not there. */
const patience = ['Acquire::Retries=0', 'Acquire::http::Timeout=15', 'Acquire::https::Timeout=15']

/** @param file Remembers when the lists of packages were fetched, and which programs were looked at since. */
export function createDebian(file) {
  const isThere = ask('apt-get', ['--version']) !== ''

  /** Whether all of them are installed now. */
  function install(...names) {
    if (!isThere) return false
    console.log(`Trying the Debian packages ${names.join(', ')} …`)
    const attempt = () => apt('install', '-y', '--no-install-recommends', ...names)
    const known = isKnown()
    if (!known) fetchLists()
    return attempt() || (known && fetchLists() && attempt())
  }

  /** Brings the packages of these programs, and what comes from the same source, to the distribution's current version. */
  function upgrade(programs) {
    if (!isThere || programs.length === 0) return
    if (!isKnown()) fetchLists()
    // To look costs a second.
    const { fetched, checked } = readMemory()
    if (programs.every((path) => checked.includes(path))) return
    const old = outdated(packagesOf(programs))
    for (const { name, installed, candidate } of old)
      console.log(`Upgrading ${name} from ${installed} to ${candidate} …`)
    const names = old.map(({ name }) => name)
    if (names.length > 0 && !apt('install', '-y', '--only-upgrade', '--no-install-recommends', ...names))
      console.log('The upgrade failed: the tests run with what is there.')
    writeMemory({ fetched, checked: [...checked, ...programs] })
  }

  function isKnown() {
    const age = Date.now() - readMemory().fetched
    return age >= 0 && age < lifetime
  }

  /** Whether they were fetched. A failed attempt is remembered too: it may take a minute, which the next run shall not wait. */
  function fetchLists() {
    const ok = apt('update', ...patience.flatMap((setting) => ['-o', setting]))
    writeMemory({ fetched: Date.now(), checked: [] })
    return ok
  }

  function readMemory() {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      return { fetched: 0, checked: [] }
    }
  }

  function writeMemory(memory) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(memory))
  }

  return { install, upgrade }
}

function apt(...args) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [program, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args]
  // Another run may be installing.
  return run(program, [...rest, '-o', 'DPkg::Lock::Timeout=120'], { timeout: 5 * minute })
}

/** The version of the package that a program is from, without what the distribution adds to it; undefined where it is from none. */
export function packageVersion(program) {
  const name = owners([program])[0]
  const version = name && ask('dpkg-query', ['--show', '--showformat', '${Version}', name])
  return version?.replace(/^\d+:|-[^-]*$/g, '') || undefined
}

/** Names of installed packages. A browser's engine may be a package beside that of the program, from the same source. */
function packagesOf(programs) {
  const names = owners(programs)
  const all = ask('dpkg-query', ['--show', '--showformat', '${Package} ${source:Package} ${db:Status-Status}\n'])
  const installed = [...all.matchAll(/^(\S+) (\S+) installed$/gm)].map(([, name, source]) => ({ name, source }))
  const sources = installed.filter(({ name }) => names.includes(name)).map(({ source }) => source)
  return installed.filter(({ source }) => sources.includes(source)).map(({ name }) => name)
}

/** Names of the packages that programs are from. */
function owners(programs) {
  const paths = programs.filter((path) => existsSync(path)).map((path) => realpathSync(path))
  const found = paths.length > 0 ? ask('dpkg-query', ['--search', ...paths]) : ''
  return [...found.matchAll(/^([^\s:]+)(?::\w+)?: \//gm)].map(([, name]) => name)
}

/** Of these packages those of which the distribution has another version. */
function outdated(names) {
  if (names.length === 0) return []
  const policy = ask('apt-cache', ['policy', ...names])
  const versions = [...policy.matchAll(/^(\S+):\n {2}Installed: (\S+)\n {2}Candidate: (\S+)$/gm)]
  return versions
    .map(([, name, installed, candidate]) => ({ name, installed, candidate }))
    .filter(({ installed, candidate }) => candidate !== '(none)' && candidate !== installed)
}

/** What a program answers in English; nothing where it is not there. */
function ask(program, args) {
  const env = { ...process.env, LC_ALL: 'C' }
  return spawnSync(program, args, { encoding: 'utf8', env, timeout: minute }).stdout ?? ''
}
