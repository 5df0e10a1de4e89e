// What hosts use beside the views: one surface, its data, how far it has come, a connection, and properties for all views.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import {
  basicRenderers,
  createRuntime,
  type JsonObject,
  type JsonValue,
  type Runtime,
  SurfaceList,
  SurfaceProvider,
  SurfaceView,
  useConnection,
  useRuntime,
  useSurface,
  useSurfaceData,
  useSurfaceStatus,
  useSurfaces,
} from '../../src/entries/index.ts'
import { createCell } from '../../src/live/binding.ts'
import { CS, DS, T, UC, UD } from '../support/messages.ts'
import { type Mounted, mount, only } from './mount.tsx'

const TF = (id: string, label: string, path: string): JsonObject => ({
  id,
  component: 'TextField',
  label,
  value: { path },
})

/** Microtasks are over. */
const settled = (): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve)))

/** What a component that uses a hook draws, beside the surfaces. */
function beside(Reader: (props: { readonly runtime: Runtime }) => ReactNode): Mounted {
  return mount({
    ui: ({ runtime }) => (
      <>
        <SurfaceList runtime={runtime} />
        <output>
          <Reader runtime={runtime} />
        </output>
      </>
    ),
  })
}

const read = ({ container }: Mounted): string => only(container, 'output').textContent

describe('useSurface', () => {
  it('[R-27] gives the surface of an id as it comes, goes and comes again, and renders for no other one', () => {
    let renders = 0
    const page = beside(({ runtime }) => {
      renders++
      const surface = useSurface(runtime, 's')
      return surface ? `${surface.id} ${surface.version}` : 'none'
    })
    expect(read(page)).toBe('none')
    page.send(CS('s'))
    expect(read(page)).toBe('s v0.9')
    const before = renders
    page.send(CS('other'), UC('s', [T('root', 'hello')]), UD('s', '/x', 1))
    expect(renders).toBe(before)
    page.send(DS('s'))
    expect(read(page)).toBe('none')
    page.send(CS('s'))
    expect(read(page)).toBe('s v0.9')
  })

  it('[R-27] tells surfaces of one id apart by their source', () => {
    const page = beside(({ runtime }) => String(useSurface(runtime, 's', { source: 'first' })?.source))
    act(() => page.runtime.apply([CS('s')], { source: 'second' }))
    expect(read(page)).toBe('undefined')
    act(() => page.runtime.apply([CS('s')], { source: 'first' }))
    expect(read(page)).toBe('first')
    const both = beside(({ runtime }) => String(useSurface(runtime, 's', { source: ['first', 'third'] })?.source))
    act(() => both.runtime.apply([CS('s')], { source: 'second' }))
    expect(both.container.querySelector('output')?.textContent).toBe('undefined')
    act(() => both.runtime.apply([CS('s')], { source: 'third' }))
    expect(both.container.querySelector('output')?.textContent).toBe('third')
  })
})

describe('useSurfaceData', () => {
  function reader(pointer: string, next: JsonValue | undefined, as?: 'host') {
    return beside(({ runtime }) => {
      const [value, set] = useSurfaceData(useSurface(runtime, 's'), pointer)
      return (
        <button type="button" onClick={() => set(next, as && { as })}>
          {JSON.stringify(value) ?? 'nothing'}
        </button>
      )
    })
  }

  it('[R-27] follows what the agent and the user write at, above and below the place', async () => {
    const page = reader('/trip', { days: 9 })
    expect(read(page)).toBe('nothing')
    page.send(CS('s'), UC('s', [TF('root', 'City', '/trip/city')]), UD('s', '/trip/city', 'Rom'))
    expect(read(page)).toBe('{"city":"Rom"}')
    page.send(UD('s', '/', { trip: { city: 'Bari' } }))
    expect(read(page)).toBe('{"city":"Bari"}')
    await userEvent.type(screen.getByRole('textbox'), 'x')
    expect(read(page)).toBe('{"city":"Barix"}')
    page.send(DS('s'))
    expect(read(page)).toBe('nothing')
  })

  it('[R-27] writes as the user, whose input is kept, or as the host', async () => {
    for (const [as, typed] of [
      [undefined, [{ pointer: '/days', value: 4 }]],
      ['host', []],
    ] as const) {
      const page = reader('/days', 4, as)
      page.send(CS('s'), UC('s', [T('root', { path: '/days' })]))
      await userEvent.click(screen.getByRole('button'))
      expect(read(page)).toBe('4')
      expect(page.container.textContent).toContain('44')
      expect(page.surface().data.userInput()).toEqual(typed)
      page.page.unmount()
    }
  })

  it('[R-27] renders for no other place, and does nothing where there is no surface', async () => {
    let renders = 0
    const page = beside(({ runtime }) => {
      renders++
      const [value, set] = useSurfaceData(useSurface(runtime, 's'), '/a')
      return (
        <button type="button" onClick={() => set(1)}>
          {String(value)}
        </button>
      )
    })
    await userEvent.click(screen.getByRole('button'))
    page.send(CS('s'), UC('s', [T('root', 'hello')]))
    const before = renders
    page.send(UD('s', '/b', 1))
    expect(renders).toBe(before)
    expect(page.codes()).toEqual([])
  })
})

it('[R-28] useSurfaceStatus tells how far a surface has come', () => {
  const page = beside(({ runtime }) => useSurfaceStatus(useSurface(runtime, 's')))
  expect(read(page)).toBe('arriving')
  const column = { id: 'root', component: 'Column', children: ['a'] }
  page.send(CS('s'), UC('s', [column]))
  expect(read(page)).toBe('arriving')
  act(() => page.runtime.end())
  expect(read(page)).toBe('incomplete')
  page.send(UC('s', [T('a', 'there')]))
  expect(read(page)).toBe('complete')
  page.send(DS('s'), CS('s'), UC('s', [{ id: 'root', component: 'Text', txet: 'x' }]))
  expect(read(page)).toBe('failed')
  page.send(UC('s', [T('root', 'right')]))
  expect(read(page)).toBe('complete')
})

describe.each([false, true])('[R-29] useConnection, StrictMode %s', (reactStrictMode) => {
  function connections() {
    const log: string[] = []
    let made = 0
    const connect = (address: string) => {
      const name = `${address}#${++made}`
      log.push(`connect ${name}`)
      const [state, sources] = [createCell<'open' | 'failed'>('open'), createCell<readonly string[]>([name])]
      return {
        state,
        sources,
        retry: () => state.set('open'),
        fail: () => state.set('failed'),
        stop: () => log.push(`stop ${name}`),
      }
    }
    function Host({ address }: { readonly address: string }) {
      const { connection, state, sources } = useConnection(() => connect(address), [address])
      return (
        <button type="button" onClick={state === 'failed' ? connection?.retry : connection?.fail}>
          {`${state} ${sources.join()}`}
        </button>
      )
    }
    return { log, Host }
  }

  it('[R-29] connects once, follows state and sources, and ends when the component has gone', async () => {
    const { log, Host } = connections()
    const page = render(<Host address="a" />, { reactStrictMode })
    await settled()
    const button = screen.getByRole('button')
    expect(button.textContent).toBe('open a#1')
    await userEvent.click(button)
    expect(button.textContent).toBe('failed a#1')
    await userEvent.click(button)
    expect(button.textContent).toBe('open a#1')
    page.rerender(<Host address="a" />)
    await settled()
    expect(log).toEqual(['connect a#1'])
    page.unmount()
    await settled()
    expect(log).toEqual(['connect a#1', 'stop a#1'])
  })

  it('[R-29] connects anew when a dependency changes', async () => {
    const { log, Host } = connections()
    const page = render(<Host address="a" />, { reactStrictMode })
    page.rerender(<Host address="b" />)
    await settled()
    expect(screen.getByRole('button').textContent).toBe('open b#2')
    expect(log.sort()).toEqual(['connect a#1', 'connect b#2', 'stop a#1'])
  })

  it('[R-29] goes on while Activity hides the component, and ends when it goes then', async () => {
    const { log, Host } = connections()
    const ui = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <Host address="a" />
      </Activity>
    )
    const page = render(ui('visible'), { reactStrictMode })
    await settled()
    page.rerender(ui('hidden'))
    await settled()
    page.rerender(ui('visible'))
    await settled()
    expect(log).toEqual(['connect a#1'])
    page.rerender(ui('hidden'))
    await settled()
    page.unmount()
    await settled()
    expect(log).toEqual(['connect a#1', 'stop a#1'])
  })
})

it('[R-29] connects when there is something to connect', async () => {
  const stop = vi.fn()
  function Host({ question }: { readonly question: string | undefined }) {
    const { connection } = useConnection(() => (question ? { stop } : undefined), [question])
    return String(connection !== undefined)
  }
  const page = render(<Host question={undefined} />)
  expect(page.container.textContent).toBe('false')
  page.rerender(<Host question="tables" />)
  expect(page.container.textContent).toBe('true')
  page.unmount()
  await settled()
  expect(stop).toHaveBeenCalledTimes(1)
})

it('[R-29] on a server nothing is connected, and what has dispose is disposed of', async () => {
  const [connect, dispose] = [vi.fn(), vi.fn()]
  connect.mockReturnValue({ dispose, stop: () => Promise.reject(new Error('not this one')) })
  function Host() {
    const { state, sources } = useConnection(connect, [])
    return `${state} ${sources.length}`
  }
  expect(renderToString(<Host />)).toBe('undefined 0')
  expect(connect).not.toHaveBeenCalled()
  const page = render(<Host />)
  page.unmount()
  await settled()
  expect(dispose).toHaveBeenCalledTimes(1)
})

describe('SurfaceProvider', () => {
  const hello = [CS('s'), UC('s', [{ id: 'root', component: 'Text', variant: 'h1', text: 'Hello' }])]

  it('[R-30] gives views what they are not given themselves; the nearest provider counts', () => {
    const runtime = createRuntime()
    runtime.apply(hello)
    const Text = () => <b>drawn by the host</b>
    const page = render(
      <SurfaceProvider runtime={runtime} headingOffset={1} agent={{ name: 'Ada' }}>
        <SurfaceList />
        <SurfaceProvider headingOffset={3} renderers={undefined}>
          <SurfaceView surfaceId="s" />
          <SurfaceProvider renderers={{ ...basicRenderers, Text }}>
            <SurfaceView surfaceId="s" agent={{ name: 'Bob' }} />
          </SurfaceProvider>
        </SurfaceProvider>
      </SurfaceProvider>,
    )
    const [first, second, third] = page.container.querySelectorAll('.sf-surface')
    expect(first?.querySelector('h2')?.textContent).toBe('Hello')
    expect(second?.querySelector('h4')?.textContent).toBe('Hello')
    expect(third?.textContent).toContain('drawn by the host')
    expect([first, second, third].map((one) => one?.getAttribute('aria-label'))).toEqual(['Ada', 'Ada', 'Bob'])
  })

  it('[R-30] redraws nothing while its properties have the same members', () => {
    const runtime = createRuntime()
    runtime.apply(hello)
    let drawn = 0
    const Text = () => {
      drawn++
      return <p>text</p>
    }
    const ui = () => (
      <SurfaceProvider runtime={runtime} renderers={{ ...basicRenderers, Text }} agent={{ name: 'Ada' }}>
        <SurfaceList />
      </SurfaceProvider>
    )
    const page = render(ui())
    page.rerender(ui())
    expect(drawn).toBe(1)
  })

  it('[R-30] keeps what is typed while its properties change', async () => {
    const runtime = createRuntime()
    runtime.apply([CS('s'), UC('s', [TF('root', 'City', '/city')])])
    const ui = (name: string) => (
      <SurfaceProvider runtime={runtime} agent={{ name }}>
        <SurfaceList />
      </SurfaceProvider>
    )
    const page = render(ui('Ada'))
    const input = screen.getByRole('textbox')
    await userEvent.type(input, 'Rom')
    page.rerender(ui('Bob'))
    expect(screen.getByRole('textbox')).toBe(input)
    expect(input).toHaveProperty('value', 'Rom')
    expect(screen.getByRole('article').getAttribute('aria-label')).toBe('Bob')
  })
})

it('[R-20] a runtime of useRuntime keeps what was typed while Activity hides it', async () => {
  function Host() {
    const runtime = useRuntime()
    if (runtime.surfaces.getSnapshot().length === 0) runtime.apply([CS('s'), UC('s', [TF('root', 'City', '/city')])])
    return <SurfaceList runtime={runtime} />
  }
  const ui = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Host />
    </Activity>
  )
  const page = render(ui('visible'))
  await userEvent.type(screen.getByRole('textbox'), 'Rom')
  page.rerender(ui('hidden'))
  await settled()
  page.rerender(ui('visible'))
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Rom')
})

it('[PA-5] useSurfaces takes a list that is made anew at each render', () => {
  const page = beside(({ runtime }) => String(useSurfaces(runtime, { source: ['one', 'three'] }).length))
  act(() => page.runtime.apply([CS('s')], { source: 'one' }))
  expect(read(page)).toBe('1')
  act(() => page.runtime.apply([CS('s')], { source: 'two' }))
  expect(read(page)).toBe('1')
  act(() => page.runtime.apply([CS('s')], { source: 'three' }))
  expect(read(page)).toBe('2')
})

describe('the option source', () => {
  it('[SY-15] useSurfaces takes it, and by its earlier name with one warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const page = beside(({ runtime }) => {
      const now = useSurfaces(runtime, { source: 'one' })
      const before = useSurfaces(runtime, { key: ['one'] })
      return `${now.length} ${before.length} ${useSurfaces(runtime).length}`
    })
    act(() => {
      page.runtime.sync('one', [CS('s')])
      page.runtime.sync('two', [CS('s')])
    })
    expect(read(page)).toBe('1 1 2')
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn).toHaveBeenCalledWith('surface-runtime: the option "key" is "source" now; "key" goes with version 0.2.')
    warn.mockRestore()
  })
})
