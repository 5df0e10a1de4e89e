// Guide, "Code that writes surfaces".
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { basic, checkMessages, promptFor } from '../../../src/authoring/index.ts'
import { basicCatalog, defineRenderers } from '../../../src/entries/index.ts'
import { renderSurface } from '../../../src/entries/testing.tsx'
import { blocksOf } from '../../support/documents.ts'
import { CS, lines, UC } from '../../support/messages.ts'
import type { Runs } from './run.ts'

export const code: Runs = {
  'Code that writes surfaces': {
    in: 'page',
    async run({ load }) {
      const { form } = await load<typeof import('../authored.ts')>('authored.ts')
      expect(checkMessages(form, basic).faults).toEqual([])
      // The page shows what is sent.
      const shown = blocksOf('demo/guide/code.md').find(({ language }) => language === 'jsonl')
      expect(shown?.code).toBe(lines(...form))
      const { page, events } = renderSurface(form)
      const send = page.getByRole('button', { name: 'Reserve' })
      await userEvent.click(send)
      expect(events).toEqual([])
      await userEvent.type(page.getByRole('textbox', { name: 'Name' }), 'Ada')
      await userEvent.click(send)
      expect(events).toMatchObject([{ name: 'reserve', context: { name: 'Ada' } }])
    },
  },
  'Catalogs in code': {
    in: 'page',
    async run({ load }) {
      const { offers, Price } = await load<typeof import('../catalog-in-code.tsx')>('catalog-in-code.tsx')
      const price = { id: 'root', component: 'Price', amount: 12, buy: { event: { name: 'buy' } } }
      const { page, events } = renderSurface([CS('s', { catalogId: offers.catalogId }), UC('s', [price])], {
        catalogs: [offers, basicCatalog],
        view: { renderers: defineRenderers(offers, { Price }) },
      })
      await userEvent.click(page.getByRole('button', { name: 'Buy for 12 €' }))
      expect(events.map(({ name }) => name)).toEqual(['buy'])
      expect(promptFor(offers)).toContain('What a thing costs')
    },
  },
}
