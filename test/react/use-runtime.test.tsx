// A runtime that lives as long as the component that asks for it.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, StrictMode, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { basicCatalog, type Runtime, type RuntimeOptions, SurfaceList, useRuntime } from '../../src/entries/index.ts'
import * as plain from '../../src/entries/react.ts'
import { sync } from '../../src/features/sync/sync.ts'
import { CS, T, UC } from '../support/messages.ts'
import './mount.tsx'

const messages = [
  CS('s'),
  UC('s', [{ id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go' } } }, T('label', 'Go')]),
]

interface HostProps extends Partial<RuntimeOptions> {
  /** Each runtime that was committed, in order. */
  readonly seen?: Set<Runtime>
}

/** Sends the messages once to each runtime that it is given. */
function Host({ seen = new Set(), ...options }: HostProps) {
  const runtime = useRuntime(options)
  useLayoutEffect(() => {
    if (seen.has(runtime)) return
    seen.add(runtime)
    runtime.apply(messages)
  }, [runtime, seen])
  return <SurfaceList runtime={runtime} />
}

/** Microtasks are over. */
const settled = (): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve)))

function surfacesOf(seen: ReadonlySet<Runtime>): readonly number[] {
  return [...seen].map((runtime) => runtime.surfaces.getSnapshot().length)
}

describe.each([false, true])('[R-20] useRuntime, StrictMode %s', (reactStrictMode) => {
  it('[R-20] gives one runtime, which stays through renders', async () => {
    const seen = new Set<Runtime>()
    const page = render(<Host seen={seen} locale="en-GB" />, { reactStrictMode })
    await settled()
    page.rerender(<Host seen={seen} locale="de-DE" />)
    await settled()
    expect(surfacesOf(seen)).toEqual([1])
    expect(screen.getByRole('button', { name: 'Go' })).toBeTruthy()
  })

  it('[R-20] ends it after the component has gone', async () => {
    const seen = new Set<Runtime>()
    const page = render(<Host seen={seen} />, { reactStrictMode })
    await settled()
    page.unmount()
    await settled()
    expect(surfacesOf(seen)).toEqual([0])
  })

  it('[R-20] calls the handlers of the last render', async () => {
    const calls: string[] = []
    const seen = new Set<Runtime>()
    const host = (name: string) => (
      <Host
        seen={seen}
        onEvent={(event) => void calls.push(`${name} ${event.name}`)}
        onError={(error) => calls.push(`${name} ${error.code}`)}
      />
    )
    const page = render(host('first'), { reactStrictMode })
    page.rerender(host('second'))
    await userEvent.click(screen.getByRole('button', { name: 'Go' }))
    act(() => [...seen].at(-1)?.push('{\n'))
    expect(calls).toEqual(['second go', 'second JSON_SYNTAX'])
  })
})

describe('[R-20] useRuntime', () => {
  it('[R-20] keeps the onError that it had where a later render has none', () => {
    const codes: string[] = []
    const seen = new Set<Runtime>()
    const page = render(<Host seen={seen} onError={({ code }) => codes.push(code)} />)
    page.rerender(<Host seen={seen} />)
    act(() => [...seen][0]?.push('{\n'))
    expect(codes).toEqual(['JSON_SYNTAX'])
  })

  it.each([false, true])(
    '[R-20] keeps surfaces and typed text while React hides it, strict: %j',
    async (reactStrictMode) => {
      const seen = new Set<Runtime>()
      const host = (mode: 'visible' | 'hidden') => (
        <Activity mode={mode}>
          <Host seen={seen} />
        </Activity>
      )
      const page = render(host('visible'), { reactStrictMode })
      const [runtime] = seen
      act(() =>
        runtime?.apply([
          CS('t'),
          UC('t', [{ id: 'root', component: 'TextField', label: 'Name', value: { path: '/n' } }]),
        ]),
      )
      await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada')
      for (let round = 0; round < 2; round++) {
        page.rerender(host('hidden'))
        await settled()
        // The answer goes on meanwhile.
        act(() => runtime?.apply(UC('s', [T('label', `Go ${round}`)])))
        page.rerender(host('visible'))
        await settled()
        expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Ada')
        expect(screen.getByRole('button', { name: `Go ${round}` })).toBeTruthy()
      }
      expect(surfacesOf(seen)).toEqual([2])
      page.unmount()
      await settled()
      expect(surfacesOf(seen)).toEqual([0])
    },
  )

  it.each(['visible', 'hidden'] as const)(
    '[R-20] ends after the effects of its host, which may save what was typed: %s',
    async (mode) => {
      const saved: unknown[] = []
      function Saving() {
        const runtime = useRuntime({ sync })
        useEffect(() => () => void saved.push(runtime.userInput()), [runtime])
        useLayoutEffect(() => {
          runtime.sync('a', [
            CS('s'),
            UC('s', [{ id: 'root', component: 'TextField', label: 'Name', value: { path: '/n' } }]),
          ])
        }, [runtime])
        return <SurfaceList runtime={runtime} />
      }
      const page = render(
        <Activity mode="visible">
          <Saving />
        </Activity>,
      )
      await userEvent.type(screen.getByRole('textbox'), 'Ada')
      if (mode === 'hidden')
        page.rerender(
          <Activity mode="hidden">
            <Saving />
          </Activity>,
        )
      await settled()
      // Not within a task of React's own, whose effects would run at once.
      await act(async () => void setTimeout(() => page.unmount()))
      await settled()
      expect(saved).toMatchObject([{ s: [{ pointer: '/n', value: 'Ada' }] }])
    },
  )

  it('[R-20] [R-6] draws the same on the server, and goes on in the browser', async () => {
    function Filled() {
      const runtime = useRuntime()
      if (runtime.surfaces.getSnapshot().length === 0) runtime.apply(messages)
      return <SurfaceList runtime={runtime} />
    }
    const ui = (
      <StrictMode>
        <Filled />
      </StrictMode>
    )
    const container = document.createElement('div')
    container.innerHTML = renderToString(ui)
    expect(container.textContent).toBe('Go')
    document.body.append(container)
    const onRecoverableError = vi.fn()
    const root = await act(async () => hydrateRoot(container, ui, { onRecoverableError }))
    await settled()
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Go' })).toBeTruthy()
    act(() => root.unmount())
    container.remove()
  })

  it('[R-20] without default catalogs wants some', () => {
    function Bare() {
      const runtime = plain.useRuntime({ catalogs: [basicCatalog] })
      return <output>{runtime.surfaces.getSnapshot().length}</output>
    }
    render(<Bare />)
    expect(screen.getByRole('status').textContent).toBe('0')
    // @ts-expect-error: without catalogs no agent could send anything.
    expect(() => renderToString(<Wanting options={{}} />)).toThrow('catalogs')
  })
})

function Wanting({ options }: { readonly options: Parameters<typeof plain.useRuntime>[0] }) {
  return <output>{plain.useRuntime(options).surfaces.getSnapshot().length}</output>
}
