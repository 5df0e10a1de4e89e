/** How the small agent writes: a card with the builders of v0.9, and the messages and components that it needs of v0.8. */

import { basicCatalog } from 'surface-runtime'
import { type Built, card, column, row, text } from 'surface-runtime/builders'
import type { SurfaceMessage } from 'surface-runtime/core'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Fields = { readonly [key: string]: Json }

export const path = (to: string): Fields => ({ path: to })

/** JSON Lines. */
export function lines(...messages: readonly (SurfaceMessage | Fields)[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('')
}

/** For the gallery, which shows what is wrong too: messages of v0.9 that no compiler has checked. */
export const v09 = {
  create: (surfaceId: string, theme: Fields, { catalogId } = basicCatalog): Fields => ({
    version: 'v0.9',
    createSurface: { surfaceId, catalogId, theme },
  }),
  components: (surfaceId: string, ...components: readonly Fields[]): Fields => ({
    version: 'v0.9',
    updateComponents: { surfaceId, components },
  }),
  data: (surfaceId: string, at: string, value: Json): Fields => ({
    version: 'v0.9',
    updateDataModel: { surfaceId, path: at, value },
  }),

  text: (id: string, text: Json, variant = 'body'): Fields => ({ id, component: 'Text', text, variant }),
  column: (id: string, children: readonly string[]): Fields => ({ id, component: 'Column', children }),
  row: (id: string, children: readonly string[], justify = 'spaceBetween'): Fields => ({
    id,
    component: 'Row',
    children,
    justify,
    align: 'center',
  }),
}

/** A card with a title and rows of label and value, in v0.9. */
export function factCard(title: string, facts: readonly (readonly [label: string, value: string])[]): Built {
  const rows = facts.map(([label, value]) =>
    row({
      ...{ justify: 'spaceBetween', align: 'center' },
      children: [text({ text: label, variant: 'caption' }), text({ text: value })],
    }),
  )
  return card({ child: column({ children: [text({ text: title, variant: 'h3' }), ...rows] }) })
}

const bound = (text: string | Fields): Fields => (typeof text === 'string' ? { literalString: text } : text)

/** v0.8. */
export const v08 = {
  begin: (surfaceId: string, root: string, primaryColor?: string): Fields => ({
    beginRendering: { surfaceId, root, ...(primaryColor !== undefined && { styles: { primaryColor } }) },
  }),
  components: (surfaceId: string, ...components: readonly Fields[]): Fields => ({
    surfaceUpdate: { surfaceId, components },
  }),
  /** Texts only: nothing else is needed here. */
  data: (surfaceId: string, at: string, values: { readonly [key: string]: string }): Fields => ({
    dataModelUpdate: {
      surfaceId,
      path: at,
      contents: Object.entries(values).map(([key, valueString]) => ({ key, valueString })),
    },
  }),
  remove: (surfaceId: string): Fields => ({ deleteSurface: { surfaceId } }),

  text: (id: string, text: string | Fields, usageHint = 'body'): Fields => ({
    id,
    component: { Text: { text: bound(text), usageHint } },
  }),
  card: (id: string, child: string): Fields => ({ id, component: { Card: { child } } }),
  column: (id: string, explicitList: readonly string[]): Fields => ({
    id,
    component: { Column: { children: { explicitList } } },
  }),
  row: (id: string, explicitList: readonly string[], distribution = 'spaceBetween'): Fields => ({
    id,
    component: { Row: { children: { explicitList }, distribution, alignment: 'center' } },
  }),
  /** A field that keeps its text at `at`. */
  longText: (id: string, label: string, at: string): Fields => ({
    id,
    component: { TextField: { label: bound(label), text: path(at), textFieldType: 'longText' } },
  }),
  button: (id: string, child: string, name: string, context: { readonly [key: string]: string | Fields }): Fields => ({
    id,
    component: {
      Button: {
        child,
        primary: true,
        action: { name, context: Object.entries(context).map(([key, value]) => ({ key, value: bound(value) })) },
      },
    },
  }),
}

/** A card with a title and lines of text below it, in v0.8. */
export function noteCard(title: string, notes: readonly string[]): Fields[] {
  return [
    v08.card('card', 'body'),
    v08.column('body', ['title', ...notes.map((_, index) => `note-${index}`)]),
    v08.text('title', title, 'h3'),
    ...notes.map((note, index) => v08.text(`note-${index}`, note, index === notes.length - 1 ? 'caption' : 'body')),
  ]
}
