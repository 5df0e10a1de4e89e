// Piles of marks: how many a letter may carry is a limit of what is drawn, and of nothing else.
import { fireEvent } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { settled } from './limit-setup.ts'
import { mount, only, texts } from './mount.tsx'

const acute = '\u0301'

function pile(count: number, mark = acute): string {
  return `a${mark.repeat(count)}b`
}

const cut = `a${acute.repeat(32)}…b`

function surface(...components: readonly JsonObject[]): readonly JsonObject[] {
  const children = components.map(({ id }) => id as JsonValue)
  return [CS('s'), UC('s', [{ id: 'root', component: 'Column', children }, ...components])]
}

describe('[R-22] more than 32 marks in a row', () => {
  it('[R-22] are cut wherever a text is drawn, with one report for the surface; data keep them', async () => {
    const text = pile(50_000)
    const { container, runtime, reports, send } = mount({
      messages: [
        ...surface(
          T('static', text),
          T('bound', { path: '/text' }),
          { ...T('heading', { path: '/text' }), variant: 'h2' },
          T('markdown', `**${text}**`),
          { ...T('spoken', 'x'), accessibility: { label: text, description: text } },
          { id: 'field', component: 'TextField', label: text, value: { path: '/text' } },
          { id: 'pick', component: 'ChoicePicker', label: text, options: [{ label: text, value: '1' }], value: [] },
          { id: 'tabs', component: 'Tabs', tabs: [{ title: text, child: 'static' }] },
        ),
        UD('s', '/text', text),
      ],
    })
    await settled()
    expect(texts(container).slice(0, 5)).toEqual([cut, cut, cut, cut, `x${cut}. ${cut}`])
    expect(texts(container, 'label, .sf-field__label, .sf-tab')).toEqual([cut, cut, cut, cut])
    expect(only<HTMLInputElement>(container, 'input[type=text]').value).toBe(cut)
    expect(container.innerHTML).not.toContain(acute.repeat(33))
    expect(reports.map(({ code, severity, place }) => [code, severity, place.surfaceId])).toEqual([
      ['LIMIT_MARKS', 'warning', 's'],
    ])
    expect(runtime.surface('s')?.data.get('/text')).toBe(text)
    send(UD('s', '/text', 'short'))
    expect(texts(container)[1]).toBe('short')
  })

  it('[R-22] are cut in the message of a check', async () => {
    const text = pile(33)
    const field = {
      id: 'field',
      component: 'TextField',
      label: 'x',
      value: '',
      checks: [{ condition: { call: 'required', args: { value: { path: '/none' } } }, message: text }],
    }
    const { container, codes } = mount({ messages: surface(field) })
    fireEvent.blur(only(container, 'input'))
    await settled()
    expect(texts(container, '.sf-field__error')).toEqual([cut])
    expect(codes()).toEqual(['LIMIT_MARKS'])
  })

  it('[R-22] are cut in a short text too, whose element its parent draws, and in what comes later', async () => {
    const { container, codes, send } = mount({ messages: [...surface(T('a', { path: '/a' })), UD('s', '/a', 'short')] })
    send(UD('s', '/a', pile(33)))
    await settled()
    expect([texts(container), codes()]).toEqual([[cut], ['LIMIT_MARKS']])
    send(UD('s', '/a', pile(32)))
    expect(texts(container)).toEqual([pile(32)])
  })

  it.each([
    ['a sign that joins or parts nothing', `a${acute.repeat(16)}\u200c${acute.repeat(20)}`],
    ['a soft hyphen', `a${`${acute.repeat(20)}\u00ad`.repeat(2)}`],
    ['tones of skin', `👋${'🏻'.repeat(33)}`],
    ['signs of vowels', `\u1000${'\u102b'.repeat(33)}`],
  ])('[R-22] may have others between them, or be of other kinds: %s', (_, text) => {
    const { container } = mount({ messages: surface(T('a', text)) })
    expect([...(texts(container)[0] ?? '')].slice(-2)).toEqual([[...text].at(33 - 1), '…'])
  })

  it('[R-22] are cut in each run by itself, and what stands between stays', () => {
    const { container } = mount({ messages: surface(T('a', `${pile(40)} and ${pile(60)}\ud800${pile(5)}`)) })
    expect(texts(container)).toEqual([`${cut} and ${cut}\ufffd${pile(5)}`])
  })
})

describe('[R-22] ordinary marks', () => {
  it.each([
    ['32 marks', pile(32)],
    ['Vietnamese, decomposed', 'Tiếng Việt nhiều dấu'.normalize('NFD')],
    ['Hindi', 'संयुक्ताक्षर में कई मात्राएँ होती हैं'],
    ['Tamil', 'தமிழ் எழுத்துக்கள்'],
    ['Thai', 'ที่นี่มีน้ำดื่มสะอาด'],
    ['Tibetan', 'བསྒྲུབས་ཧཱུྃ'],
    ['Myanmar', 'မြန်မာဘာသာစကား'],
    ['Hebrew with points and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
    ['Arabic with vowels', 'بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ'],
    ['families, flags and tones of skin', '👨‍👩‍👧‍👦 👋🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩🏽‍❤️‍💋‍👨🏿 🇩🇪'],
    ['keycaps', '1️⃣2️⃣3️⃣'],
    ['signs of direction', '\u2068\u202babc\u202c\u2069'],
  ])('[R-22] stay whole: %s', async (_, text) => {
    const { container, codes } = mount({ messages: surface(T('a', text), { ...T('b', text), variant: 'h2' }) })
    await settled()
    expect([texts(container), codes()]).toEqual([[text, text], []])
  })
})
