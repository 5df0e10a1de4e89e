/** One process for one folder: two would damage its files. */

interface FileSystem {
  mkdirSync(path: string, options: { readonly recursive: true }): unknown
  writeFileSync(path: string, text: string, options: { readonly flag: 'wx' }): void
  readFileSync(path: string, encoding: 'utf8'): string
  rmSync(path: string, options: { readonly force: true }): void
}

interface NodeProcess {
  readonly pid: number
  kill(pid: number, signal: 0): unknown
  getBuiltinModule?(name: 'node:fs'): FileSystem
  getBuiltinModule?(name: 'node:path'): { dirname(path: string): string }
}

/**
 * Takes the folder for this process, by the file `{folder}.lock`. A lock of a process that has ended is taken over.
 * Gives the function that lets go of it. Addresses such as `memory://` and runtimes without files need no lock.
 *
 * Throws an Error where a live process has the folder.
 */
export function lockFolder(folder: string): () => void {
  const { process } = globalThis as { readonly process?: NodeProcess }
  if (!process?.getBuiltinModule || /^(?!file:)\w+:\/\//.test(folder)) return () => undefined
  const files = process.getBuiltinModule('node:fs')
  const path = `${folder.replace(/^file:\/\//, '').replace(/\/+$/, '')}.lock`
  files.mkdirSync(process.getBuiltinModule('node:path').dirname(path), { recursive: true })
  for (let attempt = 0; ; attempt++) {
    try {
      files.writeFileSync(path, JSON.stringify({ pid: process.pid, at: Date.now() }), { flag: 'wx' })
      return () => files.rmSync(path, { force: true })
    } catch (cause) {
      if ((cause as { readonly code?: unknown }).code !== 'EEXIST' || attempt > 0) throw cause
      const holder = holderOf(files.readFileSync(path, 'utf8'))
      if (isAlive(holder, process))
        throw new Error(`The folder ${folder} is in use by process ${holder.pid}`, { cause })
      files.rmSync(path, { force: true })
    }
  }
}

interface Holder {
  readonly pid: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A file that was cut off names nobody. */
function holderOf(text: string): Holder {
  const [pid, at] = [/"pid":(\d+)/, /"at":(\d+)\}/].map((pattern) => Number(pattern.exec(text)?.[1] ?? 0))
  return { pid: pid ?? 0, at: at ?? 0 }
}

/** After a restart in a container we may have the very number that the process before us had. */
function isAlive({ pid, at }: Holder, process: NodeProcess): boolean {
  if (pid === process.pid) return at >= performance.timeOrigin
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Alive, and somebody else's.
    return (error as { readonly code?: unknown }).code === 'EPERM'
  }
}
