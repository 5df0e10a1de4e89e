// How often a text is parsed.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it, vi } from 'vitest'
import { preload } from '../../../src/index.ts'
import { show } from './show.tsx'

vi.mock('mdast-util-from-markdown', { spy: true })

describe('a long text', () => {
  it('[BC-14] [R-19] is parsed once to be drawn, and once for each change', async () => {
    await preload(['markdown'])
    const { write, page } = show([{ id: 'root', component: 'Text', text: { path: '/text' } }])
    const parses = (items: number): number => {
      const { calls } = vi.mocked(fromMarkdown).mock
      calls.length = 0
      write('/text', '- an *item*\n'.repeat(items))
      expect(page.container.querySelectorAll('li')).toHaveLength(items)
      return calls.length
    }
    // In pieces of a hundred.
    expect([parses(500), parses(1_000)]).toEqual([5, 10])
  })
})
