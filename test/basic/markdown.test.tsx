// Text as simple Markdown: what becomes an element, and what stays the characters that it is.
import { describe, expect, it } from 'vitest'
import { show } from './show.tsx'

function drawn(text: string, variant = 'body'): HTMLElement {
  const { page, errors } = show([{ id: 'root', component: 'Text', text, variant }])
  expect(errors).toEqual([])
  const element = page.container.querySelector<HTMLElement>('.sf-text')
  return element ?? expect.fail('There is no text')
}

describe('a label of one line', () => {
  it.each([
    '-',
    '+',
    '*',
    '1.',
    '* tax',
    '- 5 °C',
    '1. Street',
    '> 18',
    '---',
    '3 * 4',
    'a_b_c',
    '#1',
    '$5 [net]',
    'AT&T',
  ])('[BC-14] is not mangled: %s', (label) => {
    const element = drawn(label)
    expect(element.textContent).toBe(label)
    expect(element.tagName).toBe('P')
    expect(element.querySelectorAll('*')).toHaveLength(0)
  })
})

describe('a table', () => {
  const head = 'Shoe | Price\n--- | ---:'
  const rowsOf = (text: string): readonly (readonly string[])[] =>
    [...drawn(text).querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent ?? ''))

  it.each([
    ['with pipes around', '| Shoe | Price |\n| --- | --: |\n| Amble | $89 |'],
    ['without them', `${head}\nAmble | $89`],
    ['with blanks before', '  Shoe|Price\n  -|-:\n  Amble|$89  '],
    ['with rows too long', `${head}\nAmble | $89 | more`],
  ])('[BC-14] is one, %s', (_, text) => {
    expect(rowsOf(text)).toEqual([
      ['Shoe', 'Price'],
      ['Amble', '$89'],
    ])
    const cells = [...drawn(text).querySelectorAll('th, td')].map(({ tagName, className }) => [tagName, className])
    expect(cells).toEqual([
      ['TH', ''],
      ['TH', 'sf-md-cell--right'],
      ['TD', ''],
      ['TD', 'sf-md-cell--right'],
    ])
  })

  it('[BC-14] stands between other blocks, and its cells have marks, pipes and links', () => {
    const text = [
      'Two of them:',
      '| # | **Name** | `a \\| b` |',
      '|:-:|:---|---|',
      '| 1 | *Amble* | [more](https://shop.example/amble) |',
      '| 2 |',
      '',
      '- an item',
      '- a | b',
    ].join('\n')
    const element = drawn(text)
    expect([...element.children].map(({ tagName }) => tagName)).toEqual(['P', 'DIV', 'UL'])
    expect(rowsOf(text)).toEqual([
      ['#', 'Name', 'a | b'],
      ['1', 'Amble', 'more'],
      ['2', '', ''],
    ])
    expect(element.querySelector('th strong')?.textContent).toBe('Name')
    expect(element.querySelector('th code')?.textContent).toBe('a | b')
    expect(element.querySelector('td em')?.textContent).toBe('Amble')
    expect(element.querySelector('td [role=link], td a, td button')?.textContent).toContain('more')
  })

  it('[BC-14] of two with a blank line between them is two', () => {
    expect(drawn(`${head}\na | b\n\n${head}\nc | d`).querySelectorAll('table')).toHaveLength(2)
  })

  it.each([
    ['a line of pipes', 'left | right\nup | down'],
    ['other columns below', 'a | b | c\n--- | ---\nd | e'],
    ['dashes alone', 'a\n--- | ---'],
    ['an item above', '- a | b\n--- | ---'],
    ['code', '```\na | b\n--- | ---\n```'],
  ])('[BC-14] is none: %s', (_, text) => {
    expect(drawn(text).querySelector('table')).toBeNull()
  })
})

describe('Markdown', () => {
  it.each([
    ['**bold** and *soft*', '<strong>bold</strong> and <em>soft</em>'],
    ['`code`', '<code class="sf-md-inline-code">code</code>'],
    ['1 \\* 2', '1 * 2'],
    ['![a cat](https://host.example/cat.png)', 'a cat'],
    ['<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'],
    ['[x](javascript:alert(1))', 'x'],
    ['[x](https://me@host.example/)', 'x'],
    ['[x](/here)', 'x'],
    ['[x](tel:+100)', 'x'],
  ])('[BC-14] %s', (text, html) => {
    expect(drawn(text).innerHTML).toBe(html)
  })

  it('[BC-14] a link leads away, and tells nobody where from', () => {
    const link = drawn('see [the page](https://host.example/a)').querySelector('a')
    expect(link?.href).toBe('https://host.example/a')
    expect(link?.rel).toBe('noopener noreferrer nofollow')
    expect(link?.target).toBe('_blank')
  })

  it('[BC-14] several lines may be lists, quotations, code and headings', () => {
    const element = drawn('# Plan\n\n- one\n- two\n\n1. first\n2. second\n\n> said\n\n```\nx < y\n```\n\n---\n\nend')
    const tags = [...element.children].map(({ tagName }) => tagName)
    expect(tags).toEqual(['H1', 'UL', 'OL', 'BLOCKQUOTE', 'PRE', 'HR', 'P'])
    expect(element.querySelector('pre')?.textContent).toBe('x < y')
  })

  it.each([
    ['- a\n- b', '<li>a</li><li>b</li>'],
    ['- a\n\n- b', '<li><p>a</p></li><li><p>b</p></li>'],
    ['1. a\n2. b\n\n   para', '<li>a</li><li><p>b</p><p>para</p></li>'],
    ['- a\n  - b\n- c', '<li>a<ul><li>b</li></ul></li><li>c</li>'],
  ])('[BC-14] items of a list are lines, or paragraphs where one has several: %j', (text, items) => {
    const list = drawn(text).querySelector('ul, ol')
    expect(list?.innerHTML.replaceAll(/ class="[^"]*"/g, '')).toBe(items)
  })

  it('[BC-14] a heading and a caption are one line, their own marks left out', () => {
    expect(drawn('# Contact us', 'h2').outerHTML).toContain('>Contact us</h2>')
    expect(drawn('**now**', 'caption').innerHTML).toBe('<strong>now</strong>')
  })

  it('[BC-14] lines of plain text stay lines', () => {
    expect(drawn('one\ntwo').textContent).toBe('one\ntwo')
  })
})

describe('[R-7] a text that is said in other words', () => {
  it.each(['body', 'h2', 'caption'])('[R-7] [BC-14] hides no link from those who hear it: %s', (variant) => {
    const text = 'see [the **page**](https://host.example/a)'
    const { page } = show([{ id: 'root', component: 'Text', text, variant, accessibility: { label: 'See there' } }])
    expect(page.container.querySelector('[aria-hidden]')?.innerHTML).toBe('see the <strong>page</strong>')
  })

  it('[R-7] [BC-14] in blocks too', () => {
    const text = '- [one](https://host.example/a)\n- two'
    const { page } = show([{ id: 'root', component: 'Text', text, accessibility: { label: 'Two' } }])
    expect(page.container.querySelectorAll('a')).toHaveLength(0)
    expect(page.container.querySelectorAll('li')).toHaveLength(2)
  })

  it('[R-7] [BC-14] a description hides nothing', () => {
    const text = '[the page](https://host.example/a)'
    const { page } = show([{ id: 'root', component: 'Text', text, accessibility: { description: 'More' } }])
    expect(page.container.querySelectorAll('a')).toHaveLength(1)
  })
})

/** Ways to smuggle an element or an address in. */
const attacks = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<b>x</b>)',
  '[x](vbscript:x)',
  '[x](\\u0001javascript:alert(1))',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![][a]\n\n[a]: https://evil.example/x.png',
  '[a]: javascript:alert(1)\n\n[a]',
  '&lt;img src=x onerror=alert(1)&gt;',
  '`<b>`\n\n<iframe src="https://evil.example"></iframe>',
]

it.each(attacks)('[BC-14] makes no element of an attack: %s', (text) => {
  const element = drawn(text)
  expect(element.querySelectorAll('img, script, svg, iframe, b, [onerror], [onload]')).toHaveLength(0)
  for (const link of element.querySelectorAll('a')) expect(link.protocol).toMatch(/^(?:https?|mailto):$/)
})
