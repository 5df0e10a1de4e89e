// Texts of more than 5,000 characters: in parts that the browser lays out near the viewport only.
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { T } from '../support/messages.ts'
import { show } from './show.tsx'

const longest = 5_000

function drawn(value: JsonValue, more: JsonObject = {}): HTMLElement {
  const { page, errors } = show([{ ...T('root', value), ...more }])
  expect(errors).toEqual([])
  return page.container.querySelector('.sf-text') ?? expect.fail('There is no text')
}

function partsOf(element: ParentNode): readonly string[] {
  return [...element.querySelectorAll('.sf-near')].map((part) => part.textContent)
}

const words = 'many words '.repeat(900)

describe('[R-22] a long text', () => {
  it.each([
    ['of lines', 'one line\n'.repeat(1_000)],
    ['of words', words],
    ['of one word', 'w'.repeat(20_000)],
    ['of a short line and long ones', `a\n b ${'w'.repeat(20_000)}\n`.repeat(4)],
    ['of empty lines', `a${'\n '.repeat(3_000)}b`],
    ['of pairs', '😀'.repeat(3_000)],
  ])('[R-22] is drawn in parts of at most 1,000 characters, whole and in order: %s', (_, value) => {
    const element = drawn(value)
    const parts = partsOf(element)
    expect(element.textContent).toBe(value)
    expect(parts.join('')).toBe(value)
    expect(Math.max(...parts.map((part) => [...part].length))).toBeLessThanOrEqual(1_000)
    expect(parts.length).toBeLessThan(3 * (value.length / 1_000 + 1))
  })

  it('[R-22] of up to 5,000 characters is one text', () => {
    const value = words.slice(0, longest)
    expect([...drawn(value).childNodes].map(({ nodeValue }) => nodeValue)).toEqual([value])
    expect(partsOf(drawn(`${value}a`))).not.toEqual([])
  })

  it('[R-22] ends its parts with a line, else with a word, and keeps a letter with its marks and a family together', () => {
    const lines = partsOf(drawn(`${'seven words stand in each line, then\n'.repeat(200)}`))
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.every((line) => line.endsWith('\n'))).toBe(true)
    expect(
      partsOf(drawn(words))
        .slice(0, -1)
        .every((part) => part.endsWith(' ')),
    ).toBe(true)
    const marked = partsOf(drawn(`é\u0323\u0302`.repeat(2_000)))
    expect(marked.length).toBeGreaterThan(5)
    expect(marked.every((part) => /^[e\u00e9]/.test(part))).toBe(true)
    const families = partsOf(drawn('👨‍👩‍👧'.repeat(1_100)))
    expect(families.length).toBeGreaterThan(5)
    expect(families.every((part) => part.startsWith('👨') && part.endsWith('👧'))).toBe(true)
  })

  it.each([
    ['a heading', { variant: 'h1' }, 'h1'],
    ['a caption', { variant: 'caption' }, 'p'],
    ['a text that screen readers hear otherwise', { accessibility: { label: words } }, 'p'],
  ])('[R-22] may be %s', (_, more, tag) => {
    const element = drawn(words, more)
    expect(element.localName).toBe(tag)
    expect(partsOf(element).join('')).toBe('accessibility' in more ? words + words : words)
  })

  it('[R-22] may be the label of a button', () => {
    const { page } = show([
      { id: 'root', component: 'Button', child: 'a', action: { event: { name: 'go' } } },
      T('a', words),
    ])
    expect(partsOf(page.getByRole('button')).join('')).toBe(words)
  })

  it('[R-22] that grows keeps the elements of its parts', () => {
    const { page, write } = show([T('root', { path: '/text' })], { data: { text: words } })
    const before = [...page.container.querySelectorAll('.sf-near')]
    write('/text', `${words}and more`)
    expect(before.length).toBeGreaterThan(5)
    const after = [...page.container.querySelectorAll('.sf-near')]
    expect(after.slice(0, before.length)).toEqual(before)
    for (const [index, element] of before.entries()) expect(after[index]).toBe(element)
    expect(page.container.querySelector('.sf-text')?.textContent).toBe(`${words}and more`)
  })

  it('[R-22] [R-15] that becomes short is one text, and the other way round', () => {
    const { page, write } = show([T('root', { path: '/text' })], { data: { text: 'short' } })
    for (const value of [words, 'short', words]) {
      write('/text', value)
      const element = page.container.querySelector('.sf-text')
      expect([element?.textContent, element?.children.length === 0]).toEqual([value, value === 'short'])
    }
  })

  it('[R-22] [R-6] is the same from a server', () => {
    const { runtime } = show([T('root', words)])
    const html = renderToString(<SurfaceList runtime={runtime} />)
    expect(html.match(/sf-near/g)?.length).toBe(partsOf(drawn(words)).length)
    expect(html).not.toContain('style=')
  })
})

describe('[R-22] long Markdown', () => {
  const paragraph = 'A **strong** word among others. '.repeat(10)

  it('[R-22] [BC-14] is laid out block by block, and is the same elements', () => {
    const source = `# Title\n\n${paragraph}\n\n- one\n- two\n  - inner\n\n> said\n\n\`\`\`\nx < y\n\`\`\`\n\n`
    const few = drawn(source)
    const many = drawn(source.repeat(16))
    expect(few.querySelectorAll('.sf-near')).toHaveLength(0)
    const near = [...many.querySelectorAll('.sf-near')].slice(0, 7).map(({ localName }) => localName)
    expect(near).toEqual(['h1', 'p', 'li', 'li', 'li', 'p', 'pre'])
    for (const element of many.querySelectorAll('.sf-near')) {
      element.classList.remove('sf-near')
      if (element.className === '') element.removeAttribute('class')
      element.removeAttribute('style')
    }
    expect(many.innerHTML).toBe(few.innerHTML.repeat(16))
  })

  it('[R-22] guesses the height of a block from its length', () => {
    const many = drawn(`short\n\n${paragraph}\n\n`.repeat(20))
    const [short = 0, long = 0] = [...many.querySelectorAll<HTMLElement>('.sf-near')].map(({ style }) =>
      Number.parseFloat(style.getPropertyValue('contain-intrinsic-block-size').replace('auto ', '')),
    )
    expect(short).toBeGreaterThan(1)
    expect(long).toBeGreaterThan(5 * short)
  })

  it('[R-22] has parts where one of its texts is long', () => {
    const element = drawn(`**a**\n\n${words}\n\n\`\`\`\n${'code is here\n'.repeat(800)}\n\`\`\``)
    const [first, prose, code] = element.children
    expect([first?.localName, prose?.localName, code?.localName]).toEqual(['p', 'p', 'pre'])
    for (const block of [prose, code]) expect(block?.querySelectorAll('span.sf-near').length).toBeGreaterThan(8)
  })
})
