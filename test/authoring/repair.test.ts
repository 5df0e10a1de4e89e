// Repairs of a model's text: what is safe is done and named, what is not stays a fault, and what is right stays as it is.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMessages, repairText } from '../../src/authoring/index.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import { CS, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { garbled } from '../support/mutate.ts'
import { seeded } from '../support/random.ts'
import { seedOf, sized } from '../support/soak.ts'
import { transcripts } from '../support/transcripts.ts'
import { mistakes } from './vocabulary.ts'

const messages = [CS('s'), UC('s', [T('root', 'He said: "a, b} {c]"')]), UD('s', '/a', { b: [1, 2.0] })]
const good = lines(...messages)
const [begin, components, data] = messages.map((message) => JSON.stringify(message)) as [string, string, string]
const old = [v08.SU('o', [v08.T('root', 'x')]), v08.DM('o', [{ key: 'a', valueString: 'x' }]), v08.BR('o')]
const withoutVersion = [begin, components, data].map((line) => line.replace('"version":"v0.9",', '').slice(1, -1))

const safe: readonly (readonly [name: string, text: string, kinds: readonly string[]])[] = [
  ['a byte order mark', `\uFEFF${good}`, ['bom']],
  ['a fence', `\`\`\`jsonl\n${good}\`\`\``, ['fence', 'fence']],
  ['a fence of another sign', `~~~\n${good}~~~\n`, ['fence', 'fence']],
  ['tags', `<a2ui-json>\n${good}</a2ui-json>`, ['tag', 'tag']],
  ['tags on the same line', `<a2ui-json>${begin}\n${components}\n${data}</a2ui-json>`, ['tag', 'tag']],
  ['prose around', `Here is your form:\n\n${good}\nLet me know {anything} [else]!`, ['prose', 'prose']],
  ['prose on the same line', `Sure! ${begin}\n${components} – the text\n${data}`, ['prose', 'prose']],
  ['prose and fences', `Sure.\n\`\`\`json\n${good}\`\`\`\nDone.`, ['prose', 'fence', 'fence', 'prose']],
  ['a list', `[${begin}, ${components},\n${data}]`, ['line', 'list']],
  ['a list, pretty', JSON.stringify(messages, null, 2), ['line', 'list']],
  ['an object of messages', JSON.stringify({ messages }), ['list']],
  ['pretty print', messages.map((message) => JSON.stringify(message, null, 2)).join('\n'), ['line', 'line', 'line']],
  ['objects with commas between', `${begin},\n${components},\n${data}`, ['comma', 'comma']],
  ['objects on one line', `${begin}${components} ${data}`, ['list', 'list']],
  [
    'a list whose brackets stand alone',
    `[\n${begin.slice(0, -1)},}\n,${components}\n]\n${data}`,
    ['line', 'comma', 'list'],
  ],
  ['commas before brackets', good.replaceAll(']}}', '],},}'), ['comma', 'comma']],
  ['a brace too many', `${begin}}\n${components}}\n${data}`, ['brace', 'brace']],
  [
    'several messages in one object',
    `{"version":"v0.9",${[2, 1, 0].map((index) => withoutVersion[index]).join(',')}}`,
    ['keys'],
  ],
  ['a newline in a text', good.replace('He said:', 'He\nsaid:'), ['newline']],
  ['windows line ends in pretty print', JSON.stringify(messages, null, 2).replaceAll('\n', '\r\n'), ['line', 'list']],
]

const unsafe: readonly (readonly [name: string, text: string])[] = [
  ['a cut tail', good.slice(0, -20)],
  ['a cut line in the middle', `${begin}\n${components.slice(0, -9)}\n${data}`],
  ['a pretty message that is cut', `${begin}\n${JSON.stringify(messages[1], null, 2).slice(0, -9)}\n${data}`],
  ['single quotes', good.replaceAll('"surfaceId"', "'surfaceId'")],
  ['curly quotes', good.replaceAll('"surfaceId"', '“surfaceId”')],
  ['quotes in a text', good.replaceAll('\\"', '"')],
  ['NaN', good.replace('2', 'NaN')],
  ['no version', good.replace('"version":"v0.9",', '')],
  ['no id', good.replace('"id":"root",', '')],
  ['two braces too many', `${begin}}}\n${components}\n${data}`],
  ['a comment', `${begin}\n{"version": "v0.9", /* none */ "deleteSurface": {"surfaceId": "s"}}\n`],
  ['no closing quote', good.replace('"root"', '"root')],
]

describe('a repair', () => {
  it.each(safe)('[MW-9] %s becomes valid', (_name, text, kinds) => {
    const { text: repaired, repairs } = repairText(text)
    expect(repairs.map(({ kind }) => kind)).toEqual(kinds)
    const { faults, messages: read } = checkMessages(repaired, basicCatalog)
    expect(faults).toEqual([])
    expect(read).toEqual(
      JSON.parse(JSON.stringify(messages).replace(/He said/, text.includes('He\nsaid') ? 'He\\nsaid' : 'He said')),
    )
    expect(repairText(repaired)).toEqual({ text: repaired, repairs: [], dropped: [] })
  })

  it.each(unsafe)('[MW-9] %s stays a fault', (_name, text) => {
    expect(checkMessages(repairText(text).text, basicCatalog).valid).toBe(false)
    expect(checkMessages(repairText(`\`\`\`\n${text}\n\`\`\``).text, basicCatalog).valid).toBe(false)
  })

  it('[MW-9] keeps the other lines where one cannot be read', () => {
    const text = `Sure:\n${begin}\n${components.slice(0, -9)}\n${data}\n`
    expect(repairText(text).text).toBe(`${begin}\n${components.slice(0, -9)}\n${data}\n`)
    const pretty = JSON.stringify(messages[1], null, 2).replaceAll('"', "'")
    const { text: repaired, repairs } = repairText(`${begin}\n${pretty}\n${data}\n`)
    expect(repaired.split('\n')).toHaveLength(4)
    expect(repairs.every(({ kind }) => kind === 'line')).toBe(true)
    expect(checkMessages(repaired, basicCatalog).faults.map(({ line, code }) => [line, code])).toEqual([
      [2, 'JSON_SYNTAX'],
    ])
  })

  it('[MW-9] says what was left out, and where', () => {
    expect(repairText(`One\n\n${begin}\nTwo ${components}\n`)).toEqual({
      text: `${begin}\n${components}\n`,
      repairs: [
        { kind: 'prose', line: 1 },
        { kind: 'prose', line: 4 },
      ],
      dropped: [
        { line: 1, text: 'One' },
        { line: 4, text: 'Two' },
      ],
    })
  })

  it('[MW-9] puts the messages of one object in their order, in v0.8 too', () => {
    const all = Object.assign({}, ...[...old].reverse())
    expect(
      repairText(JSON.stringify(all))
        .text.split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(old)
  })
})

describe('what is not repaired', () => {
  it.each(transcripts.filter(([name]) => name !== 'broken-stream' && name !== 'chaos'))(
    '[MW-10] %s comes back as it was',
    (_name, text) => {
      expect(repairText(text)).toEqual({ text, repairs: [], dropped: [] })
    },
  )

  it.each(mistakes)('[MW-10] $name comes back as it was', ({ wrong, right }) => {
    for (const text of [lines(...wrong), lines(...right)]) expect(repairText(text).text).toBe(text)
  })

  it.each([
    ['', ''],
    ['prose alone', 'I am sorry.\nI cannot do that: {x} [y] {'],
    ['more than 1 MiB', `\`\`\`\n${good}${' '.repeat(1_048_576)}\n\`\`\``],
    ['white space', '\n  \n'],
    ['windows line ends', good.replaceAll('\n', '\r\n')],
    ['blanks around', good.replaceAll('\n', '  \n\n  ')],
  ])('[MW-10] %s comes back as it was', (_name, text) => {
    expect(repairText(text)).toEqual({ text, repairs: [], dropped: [] })
  })

  it('[MW-10] no text is repaired twice, however it was garbled, and no message is made up', () => {
    const texts = [...safe.map(([, text]) => text), ...unsafe.map(([, text]) => text)]
    fc.assert(
      fc.property(fc.nat(texts.length - 1), fc.nat(), fc.nat(3), (index, seed, times) => {
        const random = seeded(seed)
        let text = texts[index] ?? ''
        for (let count = 0; count < times; count++) text = garbled(text, random)
        const once = repairText(text).text
        expect(repairText(once).text).toBe(once)
      }),
      { numRuns: sized(200, 20_000, 1000), ...seedOf(29) },
    )
  })

  it.each([
    '{',
    '[{',
    '{"',
    '{"a":',
    '{"a":1}\n{',
    '"',
    '[',
    '{"a":1},\n',
    '<a>\n',
    '{"a":\n',
    '}\n',
    ' {\n',
    '{"a\n',
    '{} {',
  ])('[MW-10] takes linear time for 1 MiB of %j @all', (piece) => {
    const text = piece.repeat(Math.floor(1_048_576 / piece.length))
    expect(repairText(text).text.length).toBeGreaterThan(0)
  })
})
