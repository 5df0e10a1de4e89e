// Texts without the parser, and texts of which a value has not come: no mark is shown as a character.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createTextDrawing } from '../../../src/basic/markdown/draw-markdown.tsx'
import { fallback } from '../../../src/basic/markdown/MarkdownText.tsx'
import { gap } from '../../../src/surface/evaluate.ts'

/** The element of a text as it is drawn without the parser, and as the parser does. */
function drawn(text: string): readonly string[] {
  const options = { headingOffset: 0, link: () => undefined }
  return [fallback, createTextDrawing()].map((drawing) => {
    const { tag, content } = drawing.drawBody(text, options)
    return renderToStaticMarkup(createElement(tag, {}, content))
  })
}

describe('[LZ-2] Markdown around a value that has not come', () => {
  it.each([
    ['On **@**', 'On'],
    ['On **@** at **@**.', 'Onat.'],
    ['On *@* we start', 'Onwestart'],
    ['On `@`', 'On'],
    ['**Day: @**', 'Day:'],
    ['On **Day: @**, then', 'OnDay:,then'],
    ['**@ is the day** of *it*', 'isthedayofit'],
    ['**@** and **bold**', 'andbold'],
    ['# @', ''],
    ['# @\n@', ''],
    ['Days:\n\n- @\n- @', 'Days:'],
    ['1. @\n2. two', 'two'],
    ['**@**', ''],
  ])('%j shows no mark', (text, expected) => {
    const shown = drawn(text.replaceAll('@', gap)).map((html) => html.replace(/<[^>]*>|\s/g, '').replaceAll(gap, ''))
    expect(shown).toEqual([expected, expected])
  })
})

describe('[LZ-2] [LZ-6] Markdown before its parser', () => {
  it.each([
    'one line with **strong**, *soft* and `code`',
    '# One line',
    '- one line',
    'two\nlines',
    'A heading\n\n## Below **it**\nand a paragraph\nof two lines',
    '# Two\n## headings',
    'Before:\n- one\n  goes on\n- two\n\nAfter',
    '- one\n- two\n# Next',
    '1. one\n2. two',
    '* one\n* *two*\n\n   \n+ three',
    'a\n\n\n\nb',
  ])('%j has the elements that the parser gives it', (text) => {
    const [before, after] = drawn(text).map((html) => html.replace(/ start="1"|\s+/g, ' ').replaceAll(' >', '>'))
    expect(before).toBe(after)
  })
})
