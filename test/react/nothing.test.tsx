// A surface that has nothing to show must not look as if it were on its way.
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SurfaceList } from '../../src/entries/index.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { modes } from '../support/modes.ts'
import { mount } from './mount.tsx'

const sentence = 'This could not be shown.'
const unknown = 'This part could not be shown: “Txt” is not known here.'

describe('a surface of which nothing can be shown', () => {
  it('[R-23] says so when its stream has ended', () => {
    const { runtime, container } = mount({ messages: [CS('s'), UC('s', [T('other', 'x')])] })
    expect(screen.queryByText(sentence)).toBeNull()
    act(() => runtime.end())
    expect(screen.getByText(sentence)).toBeDefined()
    expect(container.querySelector('.sf-placeholder')).toBeNull()
  })

  it('[R-23] says so when its root was refused, until it comes', () => {
    const { send } = mount({ messages: [CS('s')] })
    send(UC('s', [T('title', 'x'), { id: 'root', component: 'Txt' }]))
    expect(screen.getByText(unknown)).toBeDefined()
    send(UC('s', [T('root', 'mended')]))
    expect(screen.queryByText(unknown)).toBeNull()
    expect(screen.getByText('mended')).toBeDefined()
  })

  it('[R-23] draws a root that comes in one go with the end of its stream, although other parts are missing', () => {
    const { runtime } = mount({ messages: [CS('s'), UC('s', [{ id: 'root', component: 'Txt' }])] })
    expect(screen.getByText(unknown)).toBeDefined()
    act(() => {
      runtime.apply(
        UC('s', [{ id: 'root', component: 'Column', children: ['title', 'missing'] }, T('title', 'mended')]),
      )
      runtime.end()
    })
    expect(screen.queryByText(unknown)).toBeNull()
    expect(screen.getByText('mended')).toBeDefined()
  })

  it('[R-23] says so in v0.8, where the root came before beginRendering', () => {
    mount({ messages: [v08.SU('s', [v08.C('root', 'Txt', {})]), v08.BR('s')] })
    expect(screen.getByText(unknown)).toBeDefined()
  })

  it('[R-23] says so when the message of its root was refused whole', () => {
    const payload = { surfaceId: 's', components: [T('root', 'x')], extra: 1 }
    mount({ messages: [CS('s'), { version: 'v0.9', updateComponents: payload }] })
    expect(screen.getByText(sentence)).toBeDefined()
  })

  it('[R-23] keeps silent where another part was refused', () => {
    const { send } = mount({ messages: [CS('s'), UC('s', [T('root', 'drawn')])] })
    send(UC('s', [{ id: 'root', component: 'Txt' }]))
    expect(screen.queryByText(sentence)).toBeNull()
    expect(screen.getByText('drawn')).toBeDefined()
  })

  it.each(modes)('[R-23] %s: shows what the host puts there, where the root was refused', (_mode, validation) => {
    const { send } = mount({
      messages: [CS('s'), UC('s', [{ id: 'root', component: 'Txt' }])],
      validation,
      ui: (recorder) => <SurfaceList runtime={recorder.runtime} fallback="The same as a page" />,
    })
    expect(screen.getByText('The same as a page')).toBeDefined()
    expect(screen.queryByText(unknown)).toBeNull()
    send(UC('s', [T('root', 'mended')]))
    expect(screen.queryByText('The same as a page')).toBeNull()
    expect(screen.getByText('mended')).toBeDefined()
  })

  it('[R-23] shows what the host puts there', () => {
    const { runtime } = mount({
      messages: [CS('s')],
      ui: (recorder) => <SurfaceList runtime={recorder.runtime} fallback={<a href="/form">The same as a page</a>} />,
    })
    act(() => runtime.end())
    expect(screen.getByRole('link', { name: 'The same as a page' })).toBeDefined()
    expect(screen.queryByText(sentence)).toBeNull()
  })
})
