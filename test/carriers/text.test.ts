// Surfaces within the text of a model, cut anywhere.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readText } from '../../src/carriers/text.ts'
import { CS, T, UC } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const hello = [CS('s'), UC('s', [T('root', 'a < b ``` </a2ui-json> }')])]
const [first, second] = hello.map((message) => JSON.stringify(message)) as [string, string]
const list = JSON.stringify(hello)

function read(...pieces: readonly string[]) {
  const recorder = record()
  const prose: string[] = []
  const reader = readText(recorder.runtime, { onText: (text) => prose.push(text) })
  for (const piece of pieces) reader.push(piece)
  return { ...recorder, reader, prose: () => prose.join('') }
}

const answers: readonly (readonly [name: string, text: string, prose: string])[] = [
  ['tags around a list', `Two.\n<a2ui-json>\n${list}\n</a2ui-json>\nBook?`, 'Two.\n\nBook?'],
  ['tags with attributes, around lines', `<a2ui-json version="v0.9">${first}\n${second}</a2ui-json> ok`, ' ok'],
  ['two blocks', `a<a2ui-json>${first}</a2ui-json>b<a2ui_message>${second}</a2ui_message>c`, 'abc'],
  ['a fence', `Here:\n\`\`\`a2ui\n${list}\n\`\`\`\nDone`, 'Here:\n\nDone'],
  ['a fence of JSON Lines', `\`\`\`jsonl\n${first}\n${second}\n\`\`\``, ''],
  ['a fence named json:a2ui', `x\n\`\`\`json:a2ui\n${JSON.stringify(hello, null, 2)}\n\`\`\`y`, 'x\ny'],
  ['a fence within tags', `<a2ui-json>\n\`\`\`json\n${list}\n\`\`\`\n</a2ui-json>!`, '!'],
  ['a separator', `Two are free.\n---a2ui_JSON---\n${list}`, 'Two are free.\n'],
  [
    'other code',
    `See\n\`\`\`json\n{"a": [1]}\n\`\`\`\nand <b>x</b>\n\`\`\`a2ui\n${list}\n\`\`\``,
    'See\n```json\n{"a": [1]}\n```\nand <b>x</b>\n',
  ],
  ['comparisons', `1 < 2 -- 3 \`x\` <a2ui-json>${list}</a2ui-json>`, '1 < 2 -- 3 `x` '],
]

describe('readText', () => {
  it.each(answers)('[CA-6] tells messages from prose: %s', (_, text, prose) => {
    const answer = read(text)
    answer.reader.end()
    expect(answer.prose()).toBe(prose)
    expect(answer.shown('s')).toBe('a < b ``` </a2ui-json> }')
    expect(answer.codes()).toEqual([])
  })

  it('[CA-6] says the same wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.constantFrom(...answers), fc.array(fc.nat(400), { maxLength: 6 }), ([, text, prose], cuts) => {
        const ends = [...cuts.filter((cut) => cut < text.length), text.length].sort((a, b) => a - b)
        const answer = read(...ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)))
        answer.reader.end()
        expect(answer.prose()).toBe(prose)
        expect(answer.shown('s')).toBe('a < b ``` </a2ui-json> }')
        expect(answer.codes()).toEqual([])
      }),
      { numRuns: 300, seed: 3 },
    )
    for (const [, text, prose] of answers) {
      const answer = read(...text)
      answer.reader.end()
      expect(answer.prose()).toBe(prose)
      expect(answer.codes()).toEqual([])
    }
  })

  it('[CA-6] hands a message on with its last bracket, and prose as it comes', () => {
    const answer = read('Two are', ` free <a2ui-json>[${first},${second.slice(0, -1)}`)
    expect(answer.prose()).toBe('Two are free ')
    expect(answer.runtime.surface('s')?.components.size).toBe(0)
    answer.reader.push(second.slice(-1))
    expect(answer.runtime.surface('s')?.components.size).toBe(1)
  })

  it.each([
    ['a block without its end', `a<a2ui-json>[${first},${second}`, 'a', []],
    ['a cut message', `a<a2ui-json>[${first},${second.slice(0, -9)}`, 'a', ['JSON_SYNTAX', 'ROOT_MISSING']],
    [
      'a cut message before the end of the block',
      `a<a2ui-json>[${first},{"a":</a2ui-json>b`,
      'ab',
      ['JSON_SYNTAX', 'ROOT_MISSING'],
    ],
    ['prose in the tags', `a<a2ui-json>Sure! ${first}</a2ui-json>b`, 'ab', ['JSON_SYNTAX']],
    ['an unfinished tag', 'a <a2ui-js', 'a <a2ui-js', []],
    ['an empty fence', 'a\n```json\n```\nb', 'a\n```json\n```\nb', []],
  ])('[CA-3] %s is one report, and the text goes on', (_, text, prose, codes) => {
    const answer = read(text)
    answer.reader.end()
    expect(answer.prose()).toBe(prose)
    expect(answer.codes()).toEqual(codes)
  })

  it('[CA-6] looks at each character a bounded number of times', () => {
    const long = JSON.stringify([CS('s'), UC('s', [T('root', 'x'.repeat(50_000))])])
    const answer = read(...(`<a2ui-json>${long}</a2ui-json>`.match(/.{1,100}/g) ?? []))
    answer.reader.end()
    expect(String(answer.shown('s')).length).toBe(50_000)
  })
})
