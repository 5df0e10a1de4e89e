/** How the small agent writes: cards with builders, and, for the gallery, messages that no compiler has checked. */

import { basicCatalog } from 'surface-runtime'
import { type Built, card, column, row, text } from 'surface-runtime/builders'
import type { SurfaceMessage } from 'surface-runtime/core'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Fields = { readonly [key: string]: Json }

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

/** The same of v0.8, for what it alone has. */
export const v08 = {
  begin: (surfaceId: string, root: string): Fields => ({ beginRendering: { surfaceId, root } }),
  components: (surfaceId: string, ...components: readonly Fields[]): Fields => ({
    surfaceUpdate: { surfaceId, components },
  }),
}

/** A card with a title and lines of text below it. */
export function noteCard(title: string, notes: readonly string[]): Built {
  const lines = notes.map((note, index) =>
    text({ text: note, ...(index === notes.length - 1 && { variant: 'caption' }) }),
  )
  return card({ child: column({ children: [text({ text: title, variant: 'h3' }), ...lines] }) })
}
