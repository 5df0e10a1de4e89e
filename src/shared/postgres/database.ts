/**
 * One way to talk to PostgreSQL: to a server through `pg`, or in this process through `@electric-sql/pglite`. Both drivers
 * are optional peers.
 */
import type { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import type { PoolClient } from 'pg'

/** A row as text columns. Every query here casts what it selects to text, so that both drivers give the same. */
export type Row = Readonly<Record<string, string | null>>

/**
 * `$1`, `$2` … stand for the parameters. `name`: a server plans the statement once for each connection, not at each call. One
 * name has one text in a database.
 */
export type Query = (sql: string, parameters?: readonly (string | null)[], name?: string) => Promise<readonly Row[]>

export interface Database {
  readonly query: Query
  /** Commits what `work` does, or rolls all of it back when `work` rejects. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  /**
   * Hears what `pg_notify` sends to the channel, until the result is called. `onLost`: the connection has ended, and nothing
   * more is heard. A server needs a connection for it beside the others.
   */
  readonly listen: (
    channel: string,
    hear: (payload: string) => void,
    onLost: () => void,
  ) => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

/** The constraint that a statement has run into (SQLSTATE 23505), if that was its error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { readonly code?: unknown; readonly constraint?: unknown }
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined
}

/** How a server is reached. Times are in milliseconds. */
export interface ServerLimits {
  /** Connections at most. */
  readonly connections: number
  /** For a connection to be opened, or to be free. */
  readonly connectTimeout: number
  /** For one statement. The server ends it; the driver gives up a fifth later where the server does not answer. */
  readonly queryTimeout: number
}

/** @param url As in `postgres://user:password@host:5432/database`. */
export async function openServer(
  url: string,
  { connections, connectTimeout, queryTimeout }: ServerLimits,
): Promise<Database> {
  const { Pool, Client } = await loadDriver()
  const reached = { connectionString: url, connectionTimeoutMillis: connectTimeout }
  const pool = new Pool({
    ...{ ...reached, max: connections },
    ...{ statement_timeout: queryTimeout, query_timeout: Math.ceil(queryTimeout * 1.2) },
  })
  // An idle connection that the server ends is replaced by the next query. Without a listener it would end the process.
  pool.on('error', () => undefined)
  return {
    query: serverQuery(pool),
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const result = await work(serverQuery(client))
        await client.query('COMMIT')
        client.release()
        return result
      } catch (error) {
        const rolledBack = await client.query('ROLLBACK').then(
          () => true,
          () => false,
        )
        client.release(rolledBack ? undefined : error)
        throw error
      }
    },
    async listen(channel, hear, onLost) {
      const client = new Client({ ...reached, keepAlive: true })
      let ended = false
      const lose = (): void => {
        if (!ended) onLost()
        ended = true
      }
      client.on('error', lose)
      client.on('end', lose)
      client.on('notification', ({ payload = '' }) => hear(payload))
      try {
        await client.connect()
        await client.query(`LISTEN ${channel}`)
      } catch (error) {
        ended = true
        void client.end().catch(() => undefined)
        throw error
      }
      return async () => {
        ended = true
        await client.end().catch(() => undefined)
      }
    },
    close: () => pool.end(),
  }
}

function serverQuery(client: Pick<PoolClient, 'query'>): Query {
  return async (text, values = [], name) => (await client.query({ text, values, ...(name && { name }) })).rows
}

async function loadDriver(): Promise<typeof pg> {
  const loaded = await import('pg').catch((cause) => missingPeer('pg', 'A store with a url', cause))
  return loaded.default
}

/** @param folder Made when it is not there. `memory://` keeps nothing. */
export async function openEmbedded(folder: string): Promise<Database> {
  const PGlite = await loadEmbedded()
  const unlock = lockFolder(folder)
  try {
    const database = await PGlite.create(folder)
    return {
      query: embeddedQuery(database),
      transaction: (work) => database.transaction((client) => work(embeddedQuery(client))),
      listen: (channel, hear) => database.listen(channel, hear),
      close: () => database.close().finally(unlock),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function embeddedQuery(client: Pick<PGlite, 'query'>): Query {
  return async (sql, parameters = []) => (await client.query<Row>(sql, [...parameters])).rows
}

async function loadEmbedded(): Promise<typeof PGlite> {
  const loaded = await import('@electric-sql/pglite').catch((cause) =>
    missingPeer('@electric-sql/pglite', 'A store with a folder', cause),
  )
  return loaded.PGlite
}

/** For the `catch` of an import of `name`: says to install it. Any other failure stays what it is. */
export function missingPeer(name: string, wanted: string, cause: unknown): never {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (code !== 'ERR_MODULE_NOT_FOUND' || !String(message).includes(`'${name}'`)) throw cause
  throw new Error(`${wanted} needs ${name}, which is not installed. Run: npm install ${name}`, { cause })
}

/** A lock file that names nobody may be one that is being written. Milliseconds until it counts as left over. */
const writingTime = 10_000

/**
 * Takes the folder for this process, by the file `{folder}.lock` beside it; symbolic links are followed first. A lock of
 * a process that has ended is taken over. Gives the function that lets go of it, once or more often. Addresses such as
 * `memory://` and runtimes without files need no lock.
 *
 * Throws an Error where a live process has the folder.
 */
export function lockFolder(folder: string): () => void {
  const { process } = globalThis as { readonly process?: NodeProcess }
  if (!process?.getBuiltinModule || /^(?!file:)\w+:\/\//.test(folder)) return () => undefined
  const files = process.getBuiltinModule('node:fs')
  const path = lockPath(folder, process.getBuiltinModule('node:path'), files)
  const token = crypto.randomUUID()
  const temporary = `${path}.${token}`
  const start = processStart(process.pid, files)
  const text = JSON.stringify({ pid: process.pid, at: Date.now(), start, token })
  try {
    // Written to another file and then linked, so that no process finds a partly written lock.
    files.writeFileSync(temporary, text, { flag: 'wx' })
    for (let attempt = 0; !take(temporary, path, text, files); attempt++)
      removeStale(folder, path, attempt, process, files)
  } finally {
    files.rmSync(temporary, { force: true })
  }
  return () => {
    // Somebody else's by now where a person has removed ours.
    if (read(path, files) === text) files.rmSync(path, { force: true })
  }
}

function lockPath(folder: string, { dirname, basename }: Paths, files: FileSystem): string {
  const path = folder.replace(/^file:\/\//, '').replace(/(?<=.)\/+$/, '')
  files.mkdirSync(dirname(path), { recursive: true })
  const real = files.existsSync(path)
    ? files.realpathSync(path)
    : `${files.realpathSync(dirname(path)).replace(/\/$/, '')}/${basename(path)}`
  return `${real}.lock`
}

/** Whether the lock is ours now; false where there is one. */
function take(temporary: string, path: string, text: string, files: FileSystem): boolean {
  try {
    files.linkSync(temporary, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
  }
  try {
    // Some file systems know no links.
    files.writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes a lock that was left over. Throws where its process runs, or where others were faster again and again. */
function removeStale(folder: string, path: string, attempt: number, process: NodeProcess, files: FileSystem): void {
  const found = read(path, files)
  if (found === undefined) return
  const holder = holderOf(found)
  if (!holder && ageOf(path, files) < writingTime) throw new Error(`The folder ${folder} is being taken by a process`)
  if (holder && (attempt > 4 || isAlive(holder, process, files)))
    throw new Error(`The folder ${folder} is in use by process ${holder.pid}`)
  const aside = `${path}.${crypto.randomUUID()}`
  try {
    files.renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  // Another process may have taken over between the reading and the renaming: then its lock is put back.
  if (read(aside, files) !== found) take(aside, path, read(aside, files) ?? '', files)
  files.rmSync(aside, { force: true })
}

function read(path: string, files: FileSystem): string | undefined {
  try {
    return files.readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function ageOf(path: string, files: FileSystem): number {
  try {
    return Date.now() - files.statSync(path).mtimeMs
  } catch {
    return 0
  }
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code
}

/** What of `node:fs` locks need. */
interface FileSystem {
  mkdirSync(path: string, options: { readonly recursive: true }): unknown
  writeFileSync(path: string, text: string, options: { readonly flag: 'wx' }): void
  readFileSync(path: string, encoding: 'utf8'): string
  linkSync(existing: string, path: string): void
  renameSync(from: string, to: string): void
  rmSync(path: string, options: { readonly force: true }): void
  existsSync(path: string): boolean
  realpathSync(path: string): string
  statSync(path: string): { readonly mtimeMs: number }
}

interface Paths {
  dirname(path: string): string
  basename(path: string): string
}

interface NodeProcess {
  readonly pid: number
  kill(pid: number, signal: 0): unknown
  getBuiltinModule?(name: 'node:fs'): FileSystem
  getBuiltinModule?(name: 'node:path'): Paths
}

interface Holder {
  readonly pid: number
  /** When the lock was taken, in milliseconds since 1970. */
  readonly at: number
  /** When the process began, as `processStart` gives it. Empty where the system does not tell. */
  readonly start: string
}

/** The holder that a lock file's text names; undefined where the text was cut off or is empty. */
function holderOf(text: string): Holder | undefined {
  const [, pid] = /"pid":(\d+)/.exec(text) ?? []
  const [, at] = /"at":(\d+)[.,}]/.exec(text) ?? []
  const [, start = ''] = /"start":"([^"]*)"/.exec(text) ?? []
  return pid === undefined || at === undefined ? undefined : { pid: Number(pid), at: Number(at), start }
}

/**
 * Which process a number stands for, beyond the number: the machine's boot and the process's start since then (Linux,
 * proc(5), field 22 of `stat`). Empty on systems without `/proc`, and for a process that is not there.
 */
function processStart(pid: number, files: FileSystem): string {
  try {
    const boot = files.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The second field is the program's name in parentheses, and may have spaces and parentheses itself.
    const [, fields = ''] = /^.*\) (.*)$/s.exec(files.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return `${boot} ${fields.split(' ')[19]}`
  } catch {
    return ''
  }
}

/** Whether the process that took a lock still runs. Numbers are used again: after a restart even our own may be. */
function isAlive({ pid, at, start }: Holder, process: NodeProcess, files: FileSystem): boolean {
  if (pid === 0) return false
  const now = processStart(pid, files)
  if (start !== '' && now !== '') return start === now
  if (pid === process.pid) return at >= performance.timeOrigin
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Alive, and somebody else's.
    return (error as { readonly code?: unknown }).code === 'EPERM'
  }
}
