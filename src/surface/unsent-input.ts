/**
 * Input that the user has not sent yet. One rule keeps it in the page:
 *
 * **While a surface holds input that the user has not sent, it asks for nothing new, and nothing that evaluation or drawing
 * finds is told to the agent.**
 *
 * Input is what the user typed, chose, moved or pasted since the last press of the surface that reached `onEvent`. The
 * pictures, films, sounds and icons that the page showed when the input began stay, and so do the elements of links. Every
 * other address waits, whatever it is made of: nobody has to follow what it depends on. A press on one that waits frees
 * all of them for what was entered so far. Reports about the agent's own line do not read the data, so they go out as ever.
 */
import { asSurfaceError, type SurfaceError } from '../errors/surface-error.ts'
import { type Binding, type Cell, createCell } from '../live/binding.ts'
import type { Received } from '../protocol/message.ts'

/** What a view shows: addresses, each as `URL.href` writes it. `player`: as a film or sound, which loads nothing by itself. */
export interface ShownAddresses {
  has(address: string, kind?: 'player'): boolean
}

/**
 * Called when input begins, before the page changes, and then with `begins`. Asks for nothing. Only what was there before the
 * input decides what parts that come late would have shown.
 */
type Show = (begins: boolean) => ShownAddresses

export interface UnsentInput {
  /** Whether the surface holds input that was not sent. */
  readonly held: Binding<boolean>
  /** Whether new addresses wait: input is held, and the user has not freed the addresses since the last entry. */
  readonly waiting: Binding<boolean>
  /**
   * The user enters something. Call it before the page changes. `before`: what was shown of a surface whose place and input this
   * one takes. Returns how to take it back at once, where nothing was entered after all.
   */
  enter(before?: readonly ShownAddresses[]): () => void
  /** What the views show, for a surface that takes the place of this one and what was entered. */
  shownNow(): readonly ShownAddresses[]
  /** A press has reached `onEvent`. */
  send(): void
  /** The surface is gone. What waits goes on to wait, where a view still draws it. */
  close(): void
  /** The surface goes on after all, without input. */
  open(): void
  /** The user pressed on an address that waits: all addresses are free until the next entry. */
  free(): void
  /** Whether the address of a picture may be asked for now, or that of a `player`: of a film or sound. */
  mayAsk(address: string, kind?: 'player'): boolean
  /** For an error that may depend on the data: while input is held, and when the surface is gone, it is for the host alone. */
  conceal(error: SurfaceError): SurfaceError
  /**
   * The fault of a write that threw, which may be for what the data are. While input is held it goes to `faults`, for the host
   * alone, and `undefined` is returned: what is done with a refused message, and the end of its stream, would tell that it failed.
   */
  faultOf(thrown: unknown, message: Pick<Received, 'at' | 'line'>, faults: SurfaceError[]): SurfaceError | undefined
  /** A view of the surface is mounted. Returns the function for its end. */
  addView(show: Show): () => void
}

/** `holders`: how many surfaces of the runtime hold input that was not sent. */
export function createUnsentInput(holders: Cell<number> = createCell(0)): UnsentInput {
  const held = createCell(false)
  const waiting = createCell(false)
  const views = new Set<Show>()
  let shown: readonly ShownAddresses[] = []
  let closed = false

  function setHeld(to: boolean): void {
    if (held.getSnapshot() === to) return
    held.set(to)
    holders.set(holders.getSnapshot() + (to ? 1 : -1))
  }

  function shownNow(begins: boolean): readonly ShownAddresses[] {
    return [...views].map((show) => show(begins))
  }

  function free(): void {
    shown = []
    waiting.set(false)
  }

  function conceal(error: SurfaceError): SurfaceError {
    return closed || held.getSnapshot() ? error.with({ confidential: true }) : error
  }

  return {
    held,
    waiting,
    enter(before = []) {
      const [wasHeld, waited, wasShown] = [held.getSnapshot(), waiting.getSnapshot(), shown]
      if (!closed) setHeld(true)
      if (!waited) shown = [...before, ...shownNow(true)]
      waiting.set(true)
      return () => {
        setHeld(wasHeld)
        shown = wasShown
        waiting.set(waited)
      }
    },
    shownNow: () => [...shown, ...shownNow(false)],
    send() {
      setHeld(false)
      free()
    },
    close() {
      closed = true
      setHeld(false)
    },
    open() {
      closed = false
      free()
    },
    free,
    mayAsk: (address, kind) => !waiting.getSnapshot() || shown.some((view) => view.has(address, kind)),
    conceal,
    faultOf(thrown, { at, line }, faults) {
      const error = conceal(asSurfaceError(thrown))
      // The limit is one of the whole message.
      error.in({ line, at: error.code === 'LIMIT_DATA_BYTES' ? at : `${at}/path` })
      if (!held.getSnapshot()) return error
      faults.push(error)
      return undefined
    },
    addView(show) {
      views.add(show)
      return () => void views.delete(show)
    },
  }
}
