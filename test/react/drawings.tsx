// Pages that are drawn with React's own scheduler, so that a transition can be under way while something else happens.
import { act } from '@testing-library/react'
import { Activity, type ReactNode, Suspense, startTransition, use, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { type Runtime, SurfaceList } from '../../src/entries/index.ts'

export interface Drawings {
  /** An empty element of the page. */
  place(): HTMLElement
  draw(ui: ReactNode): Promise<HTMLElement>
  /** Adds a root that a test has made itself. */
  keep(root: Root): Root
  /** Takes all away. Call it after each test: files share modules, so a hook in here would run in one file only. */
  end(): void
}

export function createDrawings(): Drawings {
  const roots: Root[] = []
  const place = (): HTMLElement => document.body.appendChild(document.createElement('div'))
  return {
    place,
    async draw(ui) {
      const container = place()
      const root = createRoot(container)
      roots.push(root)
      await act(async () => root.render(ui))
      return container
    },
    keep(root) {
      roots.push(root)
      return root
    },
    end() {
      for (const root of roots.splice(0)) act(() => root.unmount())
      document.body.replaceChildren()
    },
  }
}

/** A part of a page that a transition has to wait for. */
function waiting(): {
  readonly Slow: (props: { readonly on: boolean }) => ReactNode
  readonly resolve: () => void
} {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  function Slow({ on }: { readonly on: boolean }): ReactNode {
    if (on) use(promise)
    return null
  }
  return { Slow, resolve: () => resolve() }
}

/** A page with all surfaces, and a transition that draws them with another heading offset and has to wait. */
export function slowTransition(runtime: Runtime): {
  readonly Page: () => ReactNode
  /** Begins it. `also`: what else happens in the transition. */
  readonly start: (also?: () => void) => Promise<void>
  readonly finish: () => Promise<void>
} {
  const { Slow, resolve } = waiting()
  let start: (also: () => void) => void = () => undefined
  function Page(): ReactNode {
    const [on, set] = useState(false)
    start = (also) =>
      startTransition(() => {
        set(true)
        also()
      })
    return (
      <Suspense>
        <SurfaceList runtime={runtime} headingOffset={on ? 1 : 0} />
        <Slow on={on} />
      </Suspense>
    )
  }
  return {
    Page,
    start: (also = () => undefined) => act(async () => start(also)),
    finish: () => act(async () => resolve()),
  }
}

/** A page that React hides and shows again, with its state kept. */
export function hideable(children: ReactNode): {
  readonly Page: () => ReactNode
  readonly hide: (hidden: boolean) => void
} {
  let hide: (hidden: boolean) => void = () => undefined
  function Page(): ReactNode {
    const [hidden, set] = useState(false)
    hide = set
    return <Activity mode={hidden ? 'hidden' : 'visible'}>{children}</Activity>
  }
  return { Page, hide: (hidden) => hide(hidden) }
}
