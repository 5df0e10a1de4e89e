// A text whose calls have no result yet: the marks around the gaps are not shown as characters.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createTextDrawing } from '../../../src/basic/markdown/draw-markdown.tsx'
import { fillGaps } from '../../../src/basic/markdown/fill-gaps.ts'
import { draft } from '../../../src/basic/markdown/MarkdownText.tsx'
import { gap } from '../../../src/basic/markdown/text-drawing.tsx'

const options = { headingOffset: 0, link: () => undefined }

/** What the user sees of the draft, and of the parsed text. */
function shown(text: string, waits: boolean): readonly string[] {
  return [draft, createTextDrawing()].map((drawing) => {
    const { tag, content } = drawing.drawBody(waits ? drawing.fillGaps(text) : text, options)
    return renderToStaticMarkup(createElement(tag, {}, content))
      .replace(/<[^>]*>|\s/g, '')
      .replaceAll(gap, '')
  })
}

describe('[LZ-2] Markdown around a value that has not come', () => {
  it.each([
    ['On ****', 'On'],
    ['On ____', 'On'],
    ['On **** at ****.', 'Onat.'],
    ['On ** we start', 'Onwestart'],
    ['On ``', 'On'],
    ['**Day: **', 'Day:'],
    ['On **Day: **, then', 'OnDay:,then'],
    ['** is the day** of *it*', 'isthedayofit'],
    ['**** and **bold**', 'andbold'],
    ['# ', ''],
    ['Days:\n\n- \n- ', 'Days:'],
    ['1. \n2. two', 'two'],
  ])('%j shows no mark', (text, expected) => {
    expect(shown(text, true)).toEqual([expected, expected])
    expect(shown(text, false)).not.toEqual([expected, expected])
  })

  it.each(['**', '****', ' ____ ', '``', '**** ****'])('%j is a line without a mark', (text) => {
    expect(fillGaps(text)).toBe(gap)
  })

  it.each([
    'plain',
    'The **train** leaves at `12:04`, *soon*',
    'snake_case and 2 * 3',
    '- one\n- two',
    '* one\n* two *in*',
    '***\nrest',
    'a ``code with ` in it`` b',
    '```\ncode\n```',
  ])('%j is as it was', (text) => {
    expect(fillGaps(text)).toBe(text)
  })

  it('[LZ-2] a text with very many marks stays as it is: each mark is compared with the others', () => {
    const many = '**** a '.repeat(600)
    expect(fillGaps(many)).toBe(many)
    expect(fillGaps('**** a')).not.toBe('**** a')
  })
})
