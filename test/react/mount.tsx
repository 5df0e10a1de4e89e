// A recorder whose surfaces are drawn in jsdom. In a file that imports this, each test fails on any complaint of React's.
import { act, cleanup, type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { SurfaceList, type SurfaceListProps } from '../../src/entries/index.ts'
import type { JsonValue } from '../../src/json/value.ts'
import type { RuntimeOptions } from '../../src/runtime/runtime.ts'
import type { LiveSurface } from '../../src/surface/surface.ts'
import { type Recorder, record } from '../support/recorder.ts'

type Wire = JsonValue | string

export interface MountOptions extends Partial<RuntimeOptions> {
  /** Sent before the first drawing. */
  readonly messages?: readonly Wire[]
  readonly strict?: boolean
  /** What is drawn; default: every surface. */
  readonly ui?: (recorder: Recorder) => ReactNode
  readonly renderers?: SurfaceListProps['renderers']
}

export interface Mounted extends Recorder {
  readonly container: HTMLElement
  readonly page: RenderResult
  /** What a renderer threw, as React tells the host. */
  readonly caught: readonly unknown[]
  /** The surface of this id; throws when there is none. */
  surface(surfaceId?: string): LiveSurface
}

export function mount({ messages = [], strict = false, ui, renderers, ...options }: MountOptions = {}): Mounted {
  const recorder = record(options)
  recorder.send(...messages)
  const all = <SurfaceList runtime={recorder.runtime} {...(renderers && { renderers })} />
  const caught: unknown[] = []
  const page = render(ui ? ui(recorder) : all, {
    reactStrictMode: strict,
    onCaughtError: (error: unknown) => caught.push(error),
  })
  return {
    ...recorder,
    container: page.container,
    page,
    caught,
    send: (...more) => act(() => recorder.send(...more)),
    surface(surfaceId = 's') {
      const surface = recorder.runtime.surface(surfaceId)
      if (!surface) throw new Error(`there is no surface "${surfaceId}"`)
      return surface
    },
  }
}

/** The one element that a selector finds; throws when there is none or more than one. */
export function only<E extends Element = HTMLElement>(within: ParentNode, selector: string): E {
  const found = within.querySelectorAll<E>(selector)
  const [element] = found
  if (!element || found.length > 1) throw new Error(`${found.length} elements fit "${selector}"`)
  return element
}

/** The texts of all elements that a selector finds, in order. */
export function texts(within: ParentNode, selector = '.sf-text'): readonly string[] {
  return [...within.querySelectorAll(selector)].map((element) => element.textContent)
}

const complaints: unknown[][] = []

beforeEach(() => {
  complaints.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => void complaints.push(words))
  }
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})
