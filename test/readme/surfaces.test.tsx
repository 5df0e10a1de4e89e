// Lines of the surface protocol in README and guide: each block draws something, its buttons send their events, and only the reports that it names are made.
import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderSurface } from '../../src/entries/testing.tsx'
import { blocksOf, documents } from '../support/documents.ts'

afterEach(cleanup)

const isDisabled = (button: HTMLElement): boolean =>
  button.matches(':disabled') || button.getAttribute('aria-disabled') === 'true'

const blocks = documents.flatMap(blocksOf).filter(({ language }) => language === 'jsonl')

describe('surfaces of the guide', () => {
  it('[GD-4] are there', () => {
    expect(blocks.length).toBeGreaterThan(10)
  })

  it.each(blocks)('[GD-4] of $file are drawn, and have the reports that the page names: $code', ({ code, note }) => {
    const { page, container, codes, events, end } = renderSurface(code)
    end()
    expect(container.querySelector('.sf-surface__body')?.textContent).not.toBe('')
    expect(codes()).toEqual(note.split(' ').filter((word) => /^[A-Z_]+$/.test(word)))
    // A button that can be pressed sends its event.
    const open = page.queryAllByRole('button').filter((button) => !isDisabled(button))
    for (const button of open) fireEvent.click(button)
    expect(events).toHaveLength(open.length)
    for (const { name } of events) expect(code).toContain(`"event":{"name":"${name}"`)
  })
})
