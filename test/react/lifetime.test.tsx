// React and lifetime: what test/react leaves open. Many lives, and a thousand surfaces on one page, are in
// e2e/endurance.spec.ts; what can be counted of them without a browser is counted here.
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { startTransition, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { basicRenderers, SurfaceList, type SurfaceListProps, SurfaceView } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { listenerCount } from '../support/live.ts'
import { CS, DS, T, UC, UD } from '../support/messages.ts'
import { mount, only, texts } from './mount.tsx'

const form: readonly JsonObject[] = [
  CS('s'),
  UC('s', [
    { id: 'root', component: 'Column', children: ['title', 'field', 'box', 'tabs'] },
    T('title', { path: '/title' }),
    { id: 'field', component: 'TextField', label: 'Name' },
    { id: 'box', component: 'CheckBox', label: 'Yes', value: false },
    {
      id: 'tabs',
      component: 'Tabs',
      tabs: [
        { title: 'One', child: 'one' },
        { title: 'Two', child: 'two' },
      ],
    },
    { id: 'one', component: 'TextField', label: 'First' },
    T('two', 'second'),
  ]),
]

type Swap = Omit<SurfaceListProps, 'runtime'>

const swaps: readonly (readonly [what: string, props: Swap])[] = [
  ['texts', { texts: { failed: 'Kaputt.', surface: 'Antwort' } }],
  ['renderers', { renderers: { ...basicRenderers } }],
  [
    'one renderer',
    { renderers: { ...basicRenderers, Text: ({ props }: { props: { text: string } }) => <b>{props.text}</b> } },
  ],
  ['the agent', { agent: { name: 'Sample Travel' } }],
  ['the level of headings', { headingOffset: 2 }],
  ['windowing', { windowing: false }],
  ['the guard', { clickGuard: 0 }],
  ['frozen and back', { frozen: true }],
]

describe('a change of the view', () => {
  it.each(swaps)('[R-18] makes no input anew: %s', async (_, props) => {
    const { runtime, page, codes } = mount({ messages: form })
    const field = screen.getByLabelText('Name')
    await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.type(field, 'Ada')
    page.rerender(<SurfaceList runtime={runtime} {...props} />)
    page.rerender(<SurfaceList runtime={runtime} />)
    page.rerender(<SurfaceList runtime={runtime} {...props} frozen={false} />)
    expect(screen.getByLabelText('Name')).toBe(field)
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, ' L')
    expect(field).toHaveProperty('value', 'Ada L')
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
    expect(screen.getByRole('tab', { name: 'Two' }).getAttribute('aria-selected')).toBe('true')
    expect(codes()).toEqual([])
  })

  it('[R-18] shows the new texts and looks at once', () => {
    const { runtime, page, container } = mount({ messages: [...form, UD('s', '/title', 'Title')] })
    page.rerender(<SurfaceList runtime={runtime} texts={{ surface: 'Antwort' }} renderers={basicRenderers} />)
    expect(screen.getByRole('article', { name: 'Antwort' })).toBeTruthy()
    const Text = ({ props }: { props: { text: string } }) => <b className="mine">{props.text}</b>
    page.rerender(<SurfaceList runtime={runtime} renderers={{ ...basicRenderers, Text }} />)
    expect(texts(container, '.mine')).toContain('Title')
  })
})

describe('several things at once', () => {
  it('[R-1] [R-15] two mounts of one surface show one value, whatever a transition does meanwhile', async () => {
    function Host({ runtime }: Pick<SurfaceListProps, 'runtime'>) {
      const [count, setCount] = useState(0)
      return (
        <>
          <button type="button" onClick={() => startTransition(() => setCount(count + 1))}>
            {`renders ${count}`}
          </button>
          {[1, 2].map((key) => (
            <SurfaceView key={key} runtime={runtime} surfaceId="s" headingOffset={count} />
          ))}
        </>
      )
    }
    const { container, runtime } = mount({
      messages: form,
      ui: ({ runtime }) => <Host runtime={runtime} />,
      strict: true,
    })
    for (let round = 1; round <= 8; round++) {
      await act(async () => {
        fireEvent.click(screen.getByRole('button', { name: /renders/ }))
        runtime.apply(UD('s', '/title', `title ${round}`))
      })
      const shown = texts(container).filter((text) => text.startsWith('title'))
      expect(shown).toEqual([`title ${round}`, `title ${round}`])
    }
  })

  it('[D-8] messages after an unmount in mid-stream reach nobody, and nobody complains', async () => {
    const { page, runtime, surface } = mount({ messages: form })
    page.unmount()
    runtime.apply([UD('s', '/title', 'late'), ...form.slice(1), DS('s')])
    await act(async () => undefined)
    expect(runtime.surface('s')).toBeUndefined()
    expect(() => surface()).toThrow()
  })
})

describe('many lives', () => {
  it('[SF-3] [D-8] fifty surfaces that came and went leave nothing', () => {
    const { send, container, runtime, surface } = mount()
    const models = Array.from({ length: 50 }, (_, life) => {
      send(CS('s'), ...form.slice(1), UD('s', '/title', `life ${life}`))
      const { model } = surface()
      send(DS('s'))
      return model
    })
    expect(container.innerHTML).toBe('')
    expect(runtime.surfaces.getSnapshot()).toEqual([])
    expect(models.map(listenerCount).filter((size) => size > 0)).toEqual([])
    send(...form, UD('s', '/title', 'new'))
    expect(only(container, '.sf-surface').textContent).toContain('new')
  })
})
