/**
 * `surface-runtime/testing`: what an agent sends, drawn in a test. For Vitest or Jest with jsdom and Testing Library, which are the
 * host's own packages.
 *
 *     const { page, events } = renderSurface(lines)
 *     await userEvent.click(page.getByRole('button', { name: 'Book' }))
 *     expect(events[0]?.name).toBe('book')
 */
import { act, cleanup as cleanUp, type RenderResult, render } from '@testing-library/react'
import {
  type ClientEvent,
  type ClientMessage,
  createRuntime,
  type Runtime,
  type RuntimeOptions,
  type Surface,
  type SurfaceError,
  SurfaceList,
  type SurfaceListProps,
} from './index.ts'
import { provideDialogs } from './jsdom-dialogs.ts'

/** Testing Library's own: takes away all that was drawn. Call it after each test where the runner has no global `afterEach`. */
export function cleanup(): void {
  cleanUp()
}

/** What an agent sends: JSON Lines as one text, or a list of messages and of lines without their newlines. */
export type SentMessages = string | readonly (object | string)[]

export interface RenderSurfaceOptions extends RuntimeOptions {
  /** Properties of the `SurfaceList` that is drawn, such as `renderers`, `texts` and `frozen`. Default: none. */
  readonly view?: Omit<SurfaceListProps, 'runtime'>
  /** Draws in React's StrictMode. Default false. */
  readonly strict?: boolean
}

export interface RenderedSurface {
  readonly runtime: Runtime
  /** Testing Library's result: queries, `unmount`, `rerender`. */
  readonly page: RenderResult
  /** What the surfaces are drawn in. */
  readonly container: HTMLElement
  /** What the user did, in order. The list grows. */
  readonly events: readonly ClientEvent[]
  /** What would have gone to the agent: a message for each event, and for each report that has one. The list grows. */
  readonly wires: readonly ClientMessage[]
  /** Every report, in order. The list grows. */
  readonly reports: readonly SurfaceError[]
  /** The codes of the reports, in order. */
  readonly codes: () => readonly string[]
  /** Sends more messages; all that they change is drawn when it returns. */
  readonly send: (messages: SentMessages) => void
  /** The stream is over: components that never came are reported. */
  readonly end: () => void
  /**
   * The surface of this id; without an id, the only one.
   *
   * @throws {Error} Where there is no such surface, or, without an id, not exactly one. The message names those that there are.
   */
  readonly surface: (surfaceId?: string) => Surface
}

/**
 * A runtime that has taken `messages`, and its surfaces in the page of the test. Handlers in `options` are called after the record
 * is made. `cleanup` takes the page away: `afterEach(cleanup)`. Where `afterEach` is a global, Testing Library does so by itself.
 * Dialogs open and close, also in jsdom, which has none.
 *
 * Markdown, icons and dates are loaded when first needed: `await preload()` of `surface-runtime` before, or `findBy…` queries.
 *
 * @throws {TypeError} Without a DOM, and for an option with an unknown name or a value of the wrong type.
 */
export function renderSurface(messages: SentMessages, options: RenderSurfaceOptions = {}): RenderedSurface {
  if (typeof document === 'undefined')
    throw new TypeError('renderSurface needs a page: run Vitest with --environment jsdom, Jest with --env=jsdom')
  const { view, strict = false, ...ours } = options
  const reports: SurfaceError[] = []
  const events: ClientEvent[] = []
  const wires: ClientMessage[] = []
  const runtime = createRuntime({
    ...ours,
    onError(error, wire) {
      reports.push(error)
      if (wire) wires.push(wire)
      ours.onError?.(error, wire)
    },
    onEvent(event, wire) {
      events.push(event)
      wires.push(wire)
      return ours.onEvent?.(event, wire)
    },
  })
  runtime.push(linesOf(messages))
  provideDialogs(window)
  const page = render(<SurfaceList {...view} runtime={runtime} />, { reactStrictMode: strict })
  return {
    ...{ runtime, page, container: page.container, events, wires, reports },
    codes: () => reports.map(({ code }) => code),
    send: (more) => act(() => runtime.push(linesOf(more))),
    end: () => act(() => runtime.end()),
    surface: (surfaceId) => surfaceOf(runtime, surfaceId),
  }
}

/** With a newline behind the last line: a line without it is one that the agent still writes. */
function linesOf(messages: SentMessages): string {
  if (typeof messages === 'string') return messages.endsWith('\n') ? messages : `${messages}\n`
  return messages.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('')
}

function surfaceOf(runtime: Runtime, surfaceId: string | undefined): Surface {
  const surfaces = runtime.surfaces.getSnapshot()
  const fitting = surfaceId === undefined ? surfaces : surfaces.filter(({ id }) => id === surfaceId)
  const [surface] = fitting
  if (surface && fitting.length === 1) return surface
  const wanted = surfaceId === undefined ? 'not exactly one surface' : `no surface "${surfaceId}"`
  throw new Error(`There is ${wanted}. Surfaces: ${surfaces.map(({ id }) => id).join(', ') || 'none'}`)
}
