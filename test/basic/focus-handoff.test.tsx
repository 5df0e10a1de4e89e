// What the user has focused is replaced by another element of the same component.
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/entries/index.ts'
import { show } from './show.tsx'

const leak = { call: 'formatString', args: { value: 'https://host.example/p?d=${/name}' }, returnType: 'string' }

/** A field, and a place whose address depends on it; the field has been typed into. */
async function held(media: JsonObject): Promise<void> {
  show([
    { id: 'root', component: 'Column', children: ['name', 'media'] },
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
    { id: 'media', url: leak, accessibility: { label: 'The valley' }, ...media },
  ])
  await userEvent.type(screen.getByRole('textbox'), 'x')
}

describe('[BC-2] what is loaded by a key', () => {
  it.each<[JsonObject, string]>([
    [{ component: 'Image' }, 'Show'],
    [{ component: 'Image', variant: 'avatar' }, 'Show: The valley. '],
    [{ component: 'Video' }, 'Show'],
    [{ component: 'AudioPlayer' }, 'Show'],
  ])('[BC-2] [R-4] has the focus then: %j', async (media, name) => {
    await held(media)
    screen.getByRole('button', { name: new RegExp(`^${name}`) }).focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.getAttribute('src')).toBe('https://host.example/p?d=x')
  })

  it('[BC-2] [R-4] keeps it when it cannot be had', async () => {
    await held({ component: 'Image' })
    screen.getByRole('button').focus()
    await userEvent.keyboard('{Enter}')
    fireEvent.error(screen.getByRole('img'))
    expect(document.activeElement).toBe(screen.getByRole('img', { name: 'The valley' }))
  })
})

describe('[R-4] a field that becomes another', () => {
  const field = (variant: string): JsonObject => ({ id: 'root', component: 'TextField', label: 'Name', variant })

  it.each([
    ['shortText', 'longText'],
    ['longText', 'number'],
  ])('[R-4] [R-9] from %s to %s keeps text, focus and caret', async (before, after) => {
    const { update } = show([field(before)])
    await userEvent.type(screen.getByRole('textbox'), 'Ada{ArrowLeft}')
    update(field(after))
    const input = screen.getByRole<HTMLInputElement>('textbox')
    expect([document.activeElement === input, input.value, input.selectionStart]).toEqual([true, 'Ada', 2])
  })

  it('[R-4] takes no focus that it did not have', () => {
    const { update } = show([field('shortText')])
    update(field('longText'))
    expect(document.activeElement).toBe(document.body)
  })
})
