// Lines of the surface protocol in README and guide: each block draws something, and only the reports that it names are made.
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderSurface } from '../../src/testing.tsx'
import { blocksOf, documents } from '../support/documents.ts'

afterEach(cleanup)

const blocks = documents.flatMap(blocksOf).filter(({ language }) => language === 'jsonl')

describe('surfaces of the guide', () => {
  it('[GD-4] are there', () => {
    expect(blocks.length).toBeGreaterThan(10)
  })

  it.each(blocks)('[GD-4] of $file are drawn, and have the reports that the page names: $code', ({ code, note }) => {
    const { container, codes, end } = renderSurface(code)
    end()
    expect(container.querySelector('.sf-surface__body')?.textContent).not.toBe('')
    expect(codes()).toEqual(note.split(' ').filter((word) => /^[A-Z_]+$/.test(word)))
  })
})
