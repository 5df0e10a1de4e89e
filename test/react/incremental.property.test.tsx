// Whatever the way to it: a surface that was on the page while messages came looks like one that is drawn when all have come.
import { act, fireEvent, render } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { type Recorder, record } from '../support/recorder.ts'
import './mount.tsx'
import { seedOf, sized } from '../support/soak.ts'
import { olderStream, stream } from './random-stream.ts'

const way = fc.record({
  /** So much of the stream has come when it is first drawn. */
  before: fc.double({ min: 0, max: 1, noNaN: true }),
  strict: fc.boolean(),
  /** Views of the runtime on one page. */
  views: fc.constantFrom(1, 1, 2),
})

interface Drawn {
  readonly send: (message: JsonObject) => void
  readonly look: () => Promise<readonly string[]>
  readonly end: () => void
}

function draw(recorder: Recorder, views: number, strict: boolean): Drawn {
  const pages = Array.from({ length: views }, () =>
    render(<SurfaceList runtime={recorder.runtime} />, { reactStrictMode: strict }),
  )
  return {
    send(message) {
      act(() => recorder.send(message))
      for (const { container } of pages) expectOneSelected(container)
    },
    async look() {
      // Observers of the page tell what they saw in a microtask.
      await act(async () => {})
      for (const { container } of pages) selectFirstTabs(container)
      await act(async () => {})
      return pages.map(({ container }) => describe(container))
    },
    end: () => {
      for (const page of pages) page.unmount()
    },
  }
}

/** Whatever tabs come and go. */
function expectOneSelected(container: HTMLElement): void {
  for (const bar of container.querySelectorAll('[role="tablist"]'))
    expect(bar.querySelectorAll(':scope > [aria-selected="true"]')).toHaveLength(1)
}

/** Which tab is shown is the user's, and stays with the tab that was there first. One press makes the two alike. */
function selectFirstTabs(container: HTMLElement): void {
  for (const bar of container.querySelectorAll('[role="tablist"]')) {
    const [tab] = bar.children
    if (tab) fireEvent.click(tab)
  }
}

/** Elements, attributes and values. Ids are numbered as they come, and what is not shown is left out. */
function describe(container: HTMLElement): string {
  const ids = new Map<string, string>()
  const plain = (text: string): string =>
    text.replace(/_r_\w+?_|:r\w+:/g, (id) => {
      if (!ids.has(id)) ids.set(id, `id${ids.size}`)
      return ids.get(id) ?? ''
    })
  const lines: string[] = []
  const visit = (element: Element, indent: string): void => {
    // The status tells how the surface came, and that was different.
    if (element.getAttribute('role') === 'status') return
    const attributes = element
      .getAttributeNames()
      // How many changes had come when it was first drawn: hydration compares that.
      .filter((name) => name !== 'data-revision')
      // What an input begins with; what it holds now follows.
      .filter((name) => element.localName !== 'input' || (name !== 'value' && name !== 'checked'))
      .sort()
      .map((name) => `${name}="${plain(element.getAttribute(name) ?? '')}"`)
    if (element instanceof HTMLInputElement) attributes.push(`.value=${element.value} .checked=${element.checked}`)
    if (element instanceof HTMLTextAreaElement) attributes.push(`.value=${element.value}`)
    lines.push(`${indent}${[element.localName, ...attributes].join(' ')}`)
    // What was visited stays, hidden.
    if (element.hasAttribute('hidden')) return
    for (const child of element.childNodes) {
      if (child instanceof Element) visit(child, `${indent}  `)
      else if (child.nodeValue) lines.push(`${indent}  "${child.nodeValue}"`)
    }
  }
  visit(container, '')
  return lines.join('\n')
}

for (const [version, messages] of [
  ['v0.9', stream],
  ['v0.8', olderStream],
] as const) {
  it(`[R-1] ${version}: what is drawn does not depend on when it was first drawn`, async () => {
    await fc.assert(
      fc.asyncProperty(messages, way, async (list, { before, strict, views }) => {
        const started = Math.floor(before * list.length)
        const [came, fresh] = [record(), record()]
        came.send(...list.slice(0, started))
        const incremental = draw(came, views, strict)
        for (const message of list.slice(started)) incremental.send(message)
        fresh.send(...list)
        const once = draw(fresh, 1, false)
        const [expected] = await once.look()
        for (const seen of await incremental.look()) expect(seen).toBe(expected)
        incremental.end()
        once.end()
      }),
      { numRuns: sized(30, 300), ...seedOf(1) },
    )
  })
}
