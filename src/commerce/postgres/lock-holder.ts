/** The process that a lock file names: what is written of it, and whether it still runs. */

/** What of `node:fs` locks need. */
export interface FileSystem {
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

export interface Paths {
  dirname(path: string): string
  basename(path: string): string
}

export interface NodeProcess {
  readonly pid: number
  kill(pid: number, signal: 0): unknown
  getBuiltinModule?(name: 'node:fs'): FileSystem
  getBuiltinModule?(name: 'node:path'): Paths
}

export interface Holder {
  readonly pid: number
  /** When the lock was taken, in milliseconds since 1970. */
  readonly at: number
  /** When the process began, as `processStart` gives it. Empty where the system does not tell. */
  readonly start: string
}

/** The holder that a lock file's text names; undefined where the text was cut off or is empty. */
export function holderOf(text: string): Holder | undefined {
  const [, pid] = /"pid":(\d+)/.exec(text) ?? []
  const [, at] = /"at":(\d+)[.,}]/.exec(text) ?? []
  const [, start = ''] = /"start":"([^"]*)"/.exec(text) ?? []
  return pid === undefined || at === undefined ? undefined : { pid: Number(pid), at: Number(at), start }
}

/**
 * Which process a number stands for, beyond the number: the machine's boot and the process's start since then (Linux,
 * proc(5), field 22 of `stat`). Empty on systems without `/proc`, and for a process that is not there.
 */
export function processStart(pid: number, files: FileSystem): string {
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
export function isAlive({ pid, at, start }: Holder, process: NodeProcess, files: FileSystem): boolean {
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
