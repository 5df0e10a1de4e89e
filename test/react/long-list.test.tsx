// Long lists are drawn in parts.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { times } from '../support/times.ts'
import { column, modes } from './limit-setup.ts'
import { mount, texts } from './mount.tsx'

describe.each(modes)('[R-8] a long list%s', (_, strict) => {
  const list = (count: number): readonly JsonObject[] => [
    CS('s'),
    UC('s', [column('root', { componentId: 'row', path: '/rows' }), T('row', { path: 'text' })]),
    UD('s', '/rows', [...times(count, (index) => ({ text: `row ${index}` }))]),
  ]

  it('[R-8] is drawn in parts, and the user asks for more', async () => {
    const { container } = mount({ messages: list(450), strict })
    expect(texts(container)).toHaveLength(200)
    await userEvent.click(screen.getByRole('button', { name: 'Show more (250)' }))
    expect(texts(container)).toHaveLength(400)
    await userEvent.click(screen.getByRole('button', { name: 'Show more (50)' }))
    expect(texts(container)).toHaveLength(450)
    expect(texts(container).at(-1)).toBe('row 449')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('[R-8] has no button when it just fits', () => {
    const { container } = mount({ messages: list(200), strict })
    expect(texts(container)).toHaveLength(200)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('[R-8] keeps the rows that are there when more are shown, and says how many are left when it grows', async () => {
    const { container, send } = mount({ messages: list(7), limits: { templateItems: 3 }, strict })
    const first = container.querySelector('.sf-text')
    await userEvent.click(screen.getByRole('button', { name: 'Show more (4)' }))
    expect(container.querySelector('.sf-text')).toBe(first)
    send(UD('s', '/rows/7', { text: 'row 7' }))
    expect(texts(container)).toHaveLength(6)
    expect(screen.getByRole('button', { name: 'Show more (2)' })).toBeTruthy()
  })

  it('[R-8] [V8-6] over an object in v0.8 is drawn in parts too', async () => {
    const entries = times(5, (index) => ({ key: `k${index}`, valueString: `value ${index}` }))
    const { container } = mount({
      messages: [
        v08.SU('s', [
          v08.C('root', 'Column', { children: { template: { componentId: 'row', dataBinding: '/rows' } } }),
          v08.T('row', { path: '.' }),
        ]),
        v08.DM('s', entries, 'rows'),
        v08.BR('s'),
      ],
      limits: { templateItems: 2 },
      strict,
    })
    expect(texts(container)).toEqual(['value 0', 'value 1'])
    await userEvent.click(screen.getByRole('button', { name: 'Show more (3)' }))
    expect(texts(container)).toEqual(['value 0', 'value 1', 'value 2', 'value 3'])
  })
})
