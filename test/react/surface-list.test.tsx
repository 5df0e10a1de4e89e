// All surfaces of a runtime on one page.
import { screen } from '@testing-library/react'
import { Profiler } from 'react'
import { describe, expect, it } from 'vitest'
import { SurfaceList, SurfaceView, useSurfaces } from '../../src/entries/index.ts'
import { DS, T, UC, UD, v08 } from '../support/messages.ts'
import type { Recorder } from '../support/recorder.ts'
import { mount, texts } from './mount.tsx'
import { surface } from './view-setup.ts'

/** An agent that counts how often its name was looked up: each drawing of a frame does. */
function watched() {
  let count = 0
  const agent = {
    get name() {
      count++
      return 'Sample Agent'
    },
  }
  /** How often since the last time. */
  const looks = (): number => {
    const looked = count
    count = 0
    return looked
  }
  return { agent, looks }
}

describe('SurfaceList', () => {
  it('[SF-6] draws every surface in order of creation, whatever its version', () => {
    const { container, send } = mount({
      messages: [...surface('b'), v08.SU('late', [v08.T('root', 'text of late')]), ...surface('a'), v08.BR('late')],
    })
    expect(texts(container)).toEqual(['text of b', 'text of a', 'text of late'])
    send(UC('b', [T('root', 'updated')]))
    expect(texts(container)).toEqual(['updated', 'text of a', 'text of late'])
  })

  it('[SF-3] keeps the elements of those that stay', async () => {
    const { container, send } = mount({ messages: [...surface('a'), ...surface('b'), ...surface('c')] })
    const [, second, third] = container.children
    send(DS('a'))
    expect([...container.children]).toEqual([second, third])
    await Promise.resolve()
    send(...surface('a'))
    expect(texts(container)).toEqual(['text of b', 'text of c', 'text of a'])
  })

  it('[R-1] [SF-4] draws none of the others when one comes or goes', () => {
    const many = Array.from({ length: 50 }, (_, index) => surface(`s${index}`)).flat()
    const { agent, looks } = watched()
    const { send, container } = mount({
      messages: many,
      ui: ({ runtime }) => <SurfaceList runtime={runtime} agent={agent} />,
    })
    const each = looks() / 50
    // The new one is drawn, and so is the one that is no more among the last.
    send(...surface('t'))
    expect(looks()).toBeLessThanOrEqual(each * 3)
    send(DS('t'))
    expect(looks()).toBeLessThanOrEqual(each * 3)
    expect(container.querySelectorAll('.sf-surface')).toHaveLength(50)
  })

  it('[R-1] [SF-4] one of them is not drawn when another comes or goes', () => {
    const { agent, looks } = watched()
    const { send } = mount({
      messages: surface('s'),
      ui: ({ runtime }) => (
        <Profiler id="view" onRender={() => void agent.name}>
          <SurfaceView runtime={runtime} surfaceId="s" />
        </Profiler>
      ),
    })
    looks()
    send(...surface('t'))
    send(DS('t'))
    expect(looks()).toBe(0)
  })

  it('[R-19] the last ones are laid out wherever they stand, those before them within sight', () => {
    const ids = Array.from({ length: 25 }, (_, index) => `s${index}`)
    const { send, container } = mount({ messages: ids.flatMap(surface) })
    const earlier = (): readonly string[] => texts(container, '.sf-surface--earlier')
    expect(earlier()).toEqual(ids.slice(0, 5).map((id) => `text of ${id}`))
    send(DS('s24'), DS('s7'), ...surface('new'))
    expect(earlier()).toEqual(ids.slice(0, 4).map((id) => `text of ${id}`))
  })

  it('[R-1] useSurfaces draws its host again when one comes or goes, not when one changes', () => {
    let times = 0
    function Count({ runtime }: Pick<Recorder, 'runtime'>) {
      times++
      return <output>{useSurfaces(runtime).length}</output>
    }
    const { send } = mount({ messages: surface('a'), ui: ({ runtime }) => <Count runtime={runtime} /> })
    expect(times).toBe(1)
    send(UC('a', [T('root', 'other')]), UD('a', '/x', 1))
    expect(times).toBe(1)
    send(...surface('b'))
    expect(times).toBe(2)
    expect(screen.getByRole('status').textContent).toBe('2')
  })
})
