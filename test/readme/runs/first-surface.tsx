// Guide, "First surface".
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { createRuntime, SurfaceList } from '../../../src/entries/index.ts'
import { renderSurface } from '../../../src/entries/testing.tsx'
import { blocksOf } from '../../support/documents.ts'
import { chatInTenLines } from './readme.tsx'
import type { Runs } from './run.ts'

const linesUnder = (title: string): string =>
  blocksOf('demo/guide/first-surface.md')
    .flatMap(({ heading, language, code }) => (heading === title && language === 'jsonl' ? [code] : []))
    .join('')

export const firstSurface: Runs = {
  'First surface': {
    in: 'page',
    async run(reader) {
      await chatInTenLines(reader)
      const runtime = createRuntime()
      reader.owns({ runtime })
      await reader.load('first-lines.ts')
      render(<SurfaceList runtime={runtime} />)
      expect(runtime.surfaces.getSnapshot()).toHaveLength(1)
      expect(screen.getAllByText('Hello')).toHaveLength(2)
      // Both versions on one stream, and a press whose event has the name as it is then.
      const { page, events } = renderSurface(linesUnder('First surface'))
      expect(page.getByText('A surface of v0.8')).toBeDefined()
      await userEvent.type(page.getByRole('textbox', { name: 'Your name' }), ' L')
      expect(page.getByText('Hello Ada L')).toBeDefined()
      await userEvent.click(page.getByRole('button', { name: 'Say hello' }))
      expect(events).toMatchObject([{ name: 'greet', context: { name: 'Ada L' } }])
    },
  },
  'A form with checks': {
    in: 'page',
    async run() {
      const { page, events } = renderSurface(linesUnder('A form with checks'))
      const [name, email] = ['Name', 'Email'].map((label) => page.getByRole('textbox', { name: label }))
      const send = page.getByRole('button', { name: 'Reserve' })
      await userEvent.click(send)
      expect(events).toEqual([])
      if (!name || !email) throw new Error('the form has no fields')
      await userEvent.type(name, 'Ada')
      await userEvent.type(email, 'ada')
      await userEvent.tab()
      expect(page.getByText('This is no email')).toBeDefined()
      await userEvent.click(send)
      expect(events).toEqual([])
      await userEvent.type(email, '@sample.example')
      expect(page.queryByText('This is no email')).toBeNull()
      await userEvent.click(send)
      expect(events).toMatchObject([{ name: 'reserve', context: { name: 'Ada', email: 'ada@sample.example' } }])
    },
  },
}
