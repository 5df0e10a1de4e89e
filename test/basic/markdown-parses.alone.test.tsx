// How often a text is parsed.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it, vi } from 'vitest'
import { preload } from '../../src/entries/index.ts'
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

describe('one text many times', () => {
  it('[R-22] [BC-14] is parsed once for all that draw it in one go, and is not kept', async () => {
    await preload(['markdown'])
    const children = Array.from({ length: 30 }, () => 'text')
    const { write, page } = show([
      { id: 'root', component: 'Column', children },
      { id: 'text', component: 'Text', text: { path: '/text' } },
    ])
    const { calls } = vi.mocked(fromMarkdown).mock
    for (const text of ['# one\n- *a*', '# two\n- *b*', '# one\n- *a*']) {
      calls.length = 0
      write('/text', text)
      await Promise.resolve()
      expect(page.container.querySelectorAll('li em')).toHaveLength(30)
      expect(calls).toHaveLength(1)
    }
  })
})
