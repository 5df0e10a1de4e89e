// Pages that are drawn with React's own scheduler, so that a transition can be under way while something else happens.
import { act } from '@testing-library/react'
import { Activity, type ReactNode, use, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'

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
export function waiting(): {
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
