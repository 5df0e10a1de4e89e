// What tests of typing share: a form, and its fields.
import { screen } from '@testing-library/react'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, UC } from '../support/messages.ts'
import { type MountOptions, mount } from './mount.tsx'

export type Part = JsonObject & { readonly id: string }

export const name: Part = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } }

/** A column with these in it. */
export function form(parts: readonly Part[], more: readonly JsonObject[] = [], options: MountOptions = {}) {
  const ids = parts.map(({ id }) => id)
  const messages = [CS('s'), UC('s', [{ id: 'root', component: 'Column', children: ids }, ...parts]), ...more]
  return mount({ messages, ...options })
}

export function field(label = 'Name'): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label)
}
