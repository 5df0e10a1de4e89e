// A PostgreSQL server of this machine's own packages (Debian: `apt-get install postgresql`), in a temporary folder.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './tools.mjs'

export const noPostgres =
  'No PostgreSQL server here. Install one (apt-get install postgresql), or give its DATABASE_URL.'

/** Undefined where there are no programs for one. */
export async function startPostgres() {
  const programs = findPrograms()
  if (!programs) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const user = owner(folder)
  const run = (program, ...args) =>
    spawnSync(join(programs, program), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
      .status === 0
  const [data, port] = [join(folder, 'data'), await freePort()]
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  const halt = (mode) => run('pg_ctl', '-D', data, '-w', '-m', mode, 'stop')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (!run('initdb', '-D', data, '-U', 'test', '--auth=trust', '--encoding=UTF8') || !start()) {
    remove()
    return undefined
  }
  return {
    port,
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    /** Ends it as a crash does, or (`fast`) as an administrator does, and starts it again. */
    restart(mode = 'immediate') {
      halt(mode)
      return start()
    },
    stop() {
      halt('immediate')
      remove()
    },
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
