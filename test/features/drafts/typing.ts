// A stream as a model writes it: unit by unit, each line open long enough to be looked at. For fake timers.
import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { Chunk } from '../../../src/entries/core.ts'
import { progressive } from '../../../src/entries/progressive.ts'
import type { JsonValue } from '../../../src/json/value.ts'
import type { Runtime } from '../../../src/runtime/runtime.ts'
import { type Mounted, type MountOptions, mount } from '../../react/mount.tsx'

type Pushed = Pick<Runtime, 'push'>

/** The lines of a stream, each with its end. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Pushes what comes next of a line, and waits until the line is looked at. */
export async function open(runtime: Pushed, next: Chunk): Promise<void> {
  await act(async () => {
    runtime.push(next)
    await vi.advanceTimersByTimeAsync(100)
  })
}

export interface TypeOptions {
  readonly asBytes?: boolean
  /** Runs after each push that leaves the line open. */
  readonly between?: () => void
}

/** Units between two looks at a line: a look after each unit would take minutes. */
const unitsALook = 7

/** Writes each line unit by unit. */
export async function type(
  runtime: Pushed,
  text: string,
  { asBytes = false, between }: TypeOptions = {},
): Promise<void> {
  for (const line of linesOf(text)) {
    const units = asBytes ? new TextEncoder().encode(line) : line
    await open(runtime, units.slice(0, 1))
    for (let at = 1; at < units.length; at++) {
      if (at % unitsALook === 0) await open(runtime, units.slice(at, at + 1))
      else act(() => runtime.push(units.slice(at, at + 1)))
      if (at + 1 < units.length) between?.()
    }
  }
}

/** A stream that a test writes. */
export function sourceOf(): {
  readonly stream: ReadableStream<string>
  readonly controller: ReadableStreamDefaultController<string>
} {
  let controller: ReadableStreamDefaultController<string> | undefined
  const stream = new ReadableStream<string>({
    start(given) {
      controller = given
    },
  })
  if (!controller) throw new Error('a stream has not begun')
  return { stream, controller }
}

export interface Typed extends Mounted {
  /** The line goes on with this text, and is looked at. */
  write(text: string): Promise<void>
  /** The line goes on to this place, or to its end. */
  writeTo(end?: string): Promise<void>
}

/** A page on which a line is written. `messages` came before. */
export function typing(line: JsonValue | string, options: MountOptions = {}): Typed {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const mounted = mount({ progressive, ...options })
  const whole = `${typeof line === 'string' ? line : JSON.stringify(line)}\n`
  let written = 0
  async function write(text: string): Promise<void> {
    await open(mounted.runtime, text)
    written += text.length
  }
  return {
    ...mounted,
    write,
    writeTo(end) {
      const to = end === undefined ? whole.length : whole.indexOf(end, written)
      if (to < written) throw new Error(`"${end}" does not come`)
      return write(whole.slice(written, to))
    },
  }
}
