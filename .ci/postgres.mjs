// `npm run postgres`: the tests of stores and of the business on a PostgreSQL server too.
// DATABASE_URL names one whose user may make schemas. Without it a server of this machine's own packages (Debian:
// `apt-get install postgresql`) runs in a temporary folder, and ends with the tests.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, node, tool } from './tools.mjs'

const given = process.env.DATABASE_URL
process.exitCode = (given ? test(given) : await onOwnServer()) ? 0 : 1

function test(url) {
  return node(tool('vitest'), ['run', '--project', 'node', 'test/commerce/business'], {
    env: { ...process.env, DATABASE_URL: url },
  })
}

async function onOwnServer() {
  const programs = findPrograms()
  if (!programs) {
    console.error('No PostgreSQL server here. Install one (apt-get install postgresql), or give its DATABASE_URL.')
    return false
  }
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const user = owner(folder)
  const run = (program, ...args) =>
    spawnSync(join(programs, program), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
      .status === 0
  const [data, port] = [join(folder, 'data'), await freePort()]
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  try {
    if (!run('initdb', '-D', data, '-U', 'test', '--auth=trust', '--encoding=UTF8')) return false
    if (!run('pg_ctl', '-D', data, '-w', '-o', options, 'start')) return false
    return test(`postgres://test@127.0.0.1:${port}/postgres`)
  } finally {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The newest version's folder of programs, where Debian has them, or where `pg_ctl` is on the PATH. */
function findPrograms() {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(base, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'pg_ctl')))
}

/** PostgreSQL refuses to run as root: there it runs as `postgres`, to whom the folder then belongs. */
function owner(folder) {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [id('-u'), id('-g')]
  chownSync(folder, uid, gid)
  return { uid, gid }
}
