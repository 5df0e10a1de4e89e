// What tests of requests share: pictures, inputs, and how pictures load.
import type { JsonObject } from '../../src/entries/index.ts'

export const picture = (id: string, url: unknown = 'https://pictures.example/a.png'): JsonObject =>
  ({ id, component: 'Image', url, description: id }) as JsonObject

export const field = (id: string, path: string): JsonObject => ({
  ...{ id, component: 'TextField', label: 'Field' },
  value: { path },
})

export const column = (id: string, children: JsonObject | readonly string[]): JsonObject => ({
  id,
  component: 'Column',
  children,
})

export const loading = (): (string | null)[] =>
  [...document.querySelectorAll('img')].map((image) => image.getAttribute('loading'))

export const choice: JsonObject = {
  ...{ id: 'choice', component: 'ChoicePicker', variant: 'multipleSelection', value: { path: '/chosen' } },
  options: ['x', 'y'].map((value) => ({ label: value, value })),
}
