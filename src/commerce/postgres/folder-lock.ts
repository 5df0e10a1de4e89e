/** One process for one folder: two would damage its files. */
import { randomKey } from '../random-key.ts'
import { type FileSystem, holderOf, isAlive, type NodeProcess, type Paths, processStart } from './lock-holder.ts'

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
  const token = randomKey()
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
  const aside = `${path}.${randomKey()}`
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
