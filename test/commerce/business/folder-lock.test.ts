// The lock on the folder of an embedded store. Each test has a folder of its own.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from '../../../src/shared/postgres/database.ts'

let folder: string
let data: string
let lock: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  data = join(folder, 'deep/data')
  lock = join(folder, 'deep/data.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

function leave(text: string, age = 0): void {
  mkdirSync(join(folder, 'deep'), { recursive: true })
  writeFileSync(lock, text)
  const time = (Date.now() - age) / 1000
  utimesSync(lock, time, time)
}

describe('the folder of an embedded store', () => {
  it('[CB-9] belongs to one process, and to the next one when that has ended', () => {
    const unlock = lockFolder(data)
    expect(() => lockFolder(`${data}/`)).toThrow(`in use by process ${process.pid}`)
    expect(() => lockFolder(`file://${data}`)).toThrow(`in use by process ${process.pid}`)
    unlock()
    expect(readdirSync(join(folder, 'deep'))).toEqual([])
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    for (const holder of [
      { pid: dead, at: Date.now() },
      { pid: process.pid, at: performance.timeOrigin - 1 },
    ]) {
      leave(JSON.stringify(holder))
      lockFolder(data)()
      expect(readdirSync(join(folder, 'deep'))).toEqual([])
    }
    leave(JSON.stringify({ pid: process.ppid, at: 0 }))
    expect(() => lockFolder(data)).toThrow(`in use by process ${process.ppid}`)
    expect(readdirSync(join(folder, 'deep'))).toEqual(['data.lock'])
    lockFolder('memory://')()
  })

  it('[CB-9] is one folder by whatever path, also through a link', () => {
    mkdirSync(data, { recursive: true })
    symlinkSync(join(folder, 'deep'), join(folder, 'way'))
    symlinkSync(data, join(folder, 'other'))
    const unlock = lockFolder(data)
    for (const path of [join(folder, 'way/data'), join(folder, 'other'), join(folder, 'deep/../deep/data//')])
      expect(() => lockFolder(path)).toThrow(`in use by process ${process.pid}`)
    unlock()
    lockFolder(join(folder, 'other'))()
  })

  it('[CB-9] is let go of once, and only by who has it', () => {
    const first = lockFolder(data)
    first()
    const second = lockFolder(data)
    first()
    expect(existsSync(lock)).toBe(true)
    // As if a person had removed the lock, and another process had come.
    rmSync(lock)
    const third = lockFolder(data)
    const text = readFileSync(lock, 'utf8')
    second()
    expect(readFileSync(lock, 'utf8')).toBe(text)
    third()
    expect(existsSync(lock)).toBe(false)
  })

  it.each(['', '{"pid"', '{"pid":12'])(
    '[CB-9] is not taken at once where the lock is "%s", as being written',
    (text) => {
      leave(text)
      expect(() => lockFolder(data)).toThrow('is being taken')
      leave(text, 60_000)
      lockFolder(data)()
      expect(existsSync(lock)).toBe(false)
    },
  )

  it.runIf(existsSync('/proc/self/stat'))('[CB-9] is not kept by another process that has the number now', () => {
    const unlock = lockFolder(data)
    const own = JSON.parse(readFileSync(lock, 'utf8'))
    unlock()
    leave(JSON.stringify({ ...own, start: `${own.start}1` }))
    lockFolder(data)()
    leave(JSON.stringify({ ...own, pid: process.ppid }))
    lockFolder(data)()
    leave(JSON.stringify(own))
    expect(() => lockFolder(data)).toThrow('in use')
  })
})
