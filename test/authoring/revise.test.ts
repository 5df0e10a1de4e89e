// Asking again: what is asked, what stays, what is delivered and when it ends.
import { describe, expect, it } from 'vitest'
import {
  type Ask,
  type Generate,
  type Revised,
  type ReviseOptions,
  type Round,
  reviseUntilValid,
} from '../../src/authoring/index.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { SurfaceMessage } from '../../src/protocol/wire.ts'
import { CS, lines, T, UC, UD, v08 } from '../support/messages.ts'

const row = UC('s', [{ id: 'root', component: 'Column', children: ['a'] }])
const wrong = UC('s', [{ ...T('a', 'x'), usageHint: 'h1' }])
const right = UC('s', [{ ...T('a', 'x'), variant: 'h1' }])

interface Played extends Revised {
  readonly asks: readonly Ask[]
  readonly delivered: readonly SurfaceMessage[]
  readonly played: readonly Round[]
}

/** Plays answers, one for each round; the last one again for all further ones. */
async function play(
  answers: readonly (string | readonly string[])[],
  options: Partial<ReviseOptions> = {},
): Promise<Played> {
  const asks: Ask[] = []
  const delivered: SurfaceMessage[] = []
  const played: Round[] = []
  const generate: Generate = (ask) => {
    asks.push(ask)
    const answer = answers[Math.min(ask.round, answers.length - 1)] ?? ''
    return typeof answer === 'string' ? answer : piecesOf(answer)
  }
  const revised = await reviseUntilValid(generate, {
    ...{
      catalog: basicCatalog,
      onMessage: (message) => delivered.push(message),
      onRound: (round) => played.push(round),
    },
    ...options,
  })
  return { ...revised, asks, delivered, played }
}

async function* piecesOf(pieces: readonly string[]): AsyncGenerator<string> {
  for (const piece of pieces) yield piece
}

describe('asking again', () => {
  it('[MW-11] takes a valid answer as it is', async () => {
    const text = lines(CS('s'), row, right)
    const { valid, stopped, rounds, messages, delivered, asks, faults } = await play([text])
    expect([valid, stopped, rounds, faults]).toEqual([true, 'valid', 0, []])
    expect(messages).toEqual([CS('s'), row, right])
    expect(delivered).toEqual(messages)
    expect(asks).toMatchObject([{ round: 0, text: '', answer: '', faults: [] }])
  })

  it('[MW-11] asks for the refused line alone, with its place, its fault and what is right', async () => {
    const first = lines(CS('s'), row, wrong)
    const { stopped, rounds, messages, delivered, asks, played } = await play([first, lines(right)])
    expect([stopped, rounds]).toEqual(['valid', 1])
    expect(messages).toEqual([CS('s'), row, right])
    expect(delivered).toEqual(messages)
    expect(asks[1]).toMatchObject({ round: 1, answer: first, faults: [{ line: 3 }] })
    expect(asks[1]?.text).toContain('3 /updateComponents/components/0/usageHint: ')
    expect(asks[1]?.text).toContain('Did you mean "variant"?')
    expect(asks[1]?.text).toContain(`Line 3 was: ${JSON.stringify(wrong)}`)
    expect(played.map(({ round, valid, faults }) => [round, valid, faults.length])).toEqual([
      [0, false, 1],
      [1, true, 0],
    ])
  })

  it('[MW-11] takes what is sent again although it is in place, and repairs each answer', async () => {
    const all = (last: typeof wrong): string => `Here:\n\`\`\`json\n${lines(CS('s'), row, last)}\`\`\``
    const { stopped, messages, played } = await play([all(wrong), all(right)])
    expect(stopped).toBe('valid')
    expect(messages).toEqual([CS('s'), row, right])
    expect(played[0]?.repairs.map(({ kind }) => kind)).toEqual(['prose', 'fence', 'fence'])
  })

  it('[MW-11] holds what waits for its surface, and gives it once that begins', async () => {
    const { version: _, ...forgot } = CS('s')
    const { stopped, delivered } = await play([lines(forgot, row, right), lines(CS('s'))])
    expect(stopped).toBe('valid')
    expect(delivered).toEqual([CS('s'), row, right])
  })

  it('[MW-11] lets a line be wrong until one of its kind has come', async () => {
    const bad = { version: 'v0.9', updateDataModel: { surfaceId: 's', path: 'a~', value: 1 } }
    const first = lines(CS('s'), UC('s', [T('root', 'x')]), bad)
    const { valid, stopped, faults } = await play([first, '', 'none'])
    expect([valid, stopped]).toEqual([false, 'unchanged'])
    expect(faults).toMatchObject([{ code: 'POINTER_SYNTAX', severity: 'error' }])
    expect((await play([first, lines(UD('s', '/a', 1))])).stopped).toBe('valid')
  })

  it('[MW-11] asks for a faulty component alone, and what stands beside it is in place', async () => {
    const column = { id: 'root', component: 'Column', children: ['a', 'b', 'c'] }
    const bad = { id: 'b', component: 'Txt', text: 'x' }
    const self = { id: 'c', component: 'Column', children: ['c'] }
    const line = UC('s', [column, T('a', 'one'), bad, self])
    const mended = UC('s', [T('b', 'two'), T('c', 'three')])
    for (const pieces of [[lines(CS('s'), line, UD('s', '/a', 1))], lines(CS('s'), line, UD('s', '/a', 1))]) {
      const { stopped, messages, delivered, asks } = await play([pieces, lines(mended)])
      expect(stopped).toBe('valid')
      expect(messages).toEqual([CS('s'), UC('s', [column, T('a', 'one')]), UD('s', '/a', 1), mended])
      expect(delivered).toEqual(messages)
      expect(asks[1]?.faults.map(({ code, at }) => `${code} ${at}`)).toEqual([
        'COMPONENT_UNKNOWN /updateComponents/components/2/component',
        'GRAPH_CYCLE /updateComponents/components/3/children/0',
      ])
    }
  })

  it('[MW-11] lets a component be wrong until a right one of its id has come', async () => {
    const column = { id: 'root', component: 'Column', children: ['a'] }
    const first = lines(CS('s'), UC('s', [column, { id: 'a', component: 'Txt' }]))
    const other = await play([first, lines(UC('s', [T('x', 'x'), column])), ''], { rounds: 1 })
    expect(other.valid).toBe(false)
    expect(other.faults.map(({ code }) => code)).toContain('COMPONENT_UNKNOWN')
    expect((await play([first, lines(UC('s', [T('a', 'x')]))])).stopped).toBe('valid')
  })

  it('[MW-11] gives no older part of a line after a newer one', async () => {
    const first = UC('s', [T('root', 'old'), { id: 'b', component: 'Txt' }])
    const { delivered } = await play([[lines(CS('s'), first), lines(UC('s', [T('root', 'new')]))], ''])
    expect(delivered).toEqual([CS('s'), UC('s', [T('root', 'old')]), UC('s', [T('root', 'new')])])
  })

  it('[MW-11] works from surfaces that exist', async () => {
    const before = [CS('s'), row, right] as unknown as readonly SurfaceMessage[]
    const more = UC('s', [T('a', 'new')])
    expect(await play([lines(more)], { before })).toMatchObject({ valid: true, messages: [more] })
  })
})

describe('the end of asking', () => {
  const first = lines(CS('s'), row, wrong)

  it('[MW-12] comes after the rounds, with what is left', async () => {
    const other = UC('s', [{ ...T('a', 'x'), size: 1 }])
    const third = UC('s', [{ ...T('a', 'x'), colour: 1 }])
    const { valid, stopped, rounds, faults, messages } = await play([first, lines(other), lines(third), lines(right)])
    expect([valid, stopped, rounds]).toEqual([false, 'rounds', 2])
    expect(faults.map(({ at }) => at)).toEqual(['/updateComponents/components/0/colour'])
    expect(messages).toEqual([CS('s'), row])
    expect(await play([first, lines(right)], { rounds: 0 })).toMatchObject({
      stopped: 'rounds',
      rounds: 0,
      valid: false,
    })
  })

  it('[MW-12] comes when the same mistakes come again', async () => {
    expect(await play([first], { rounds: 9 })).toMatchObject({ stopped: 'unchanged', rounds: 1, valid: false })
    expect(await play([first, lines(wrong)], { rounds: 9 })).toMatchObject({ stopped: 'unchanged', rounds: 1 })
  })

  it('[MW-12] comes with the signal, and what has come stays', async () => {
    const ending = new AbortController()
    const generate: Generate = async function* ({ signal }) {
      yield lines(CS('s'))
      ending.abort()
      await new Promise((_resolve, reject) => signal.aborted && reject(signal.reason))
    }
    const revised = await reviseUntilValid(generate, { catalog: basicCatalog, signal: ending.signal })
    expect(revised).toMatchObject({ stopped: 'aborted', valid: false, messages: [CS('s')] })
    const never: Generate = () => new Promise(() => undefined)
    const waiting = new AbortController()
    const ended = reviseUntilValid(never, { catalog: basicCatalog, signal: waiting.signal })
    waiting.abort()
    expect((await ended).stopped).toBe('aborted')
    expect(await play([first], { signal: AbortSignal.abort() })).toMatchObject({ stopped: 'aborted', asks: [] })
  })

  it('[MW-12] is no success without a message', async () => {
    expect(await play([''])).toMatchObject({
      valid: false,
      stopped: 'unchanged',
      faults: [{ code: 'ENVELOPE_NO_KIND' }],
    })
    expect(await play(['I am sorry.'])).toMatchObject({ valid: false })
  })

  it('[MW-12] counts the tokens of all answers and reports', async () => {
    const { tokens, asks } = await play([first, lines(right)], { count: (text) => text.length })
    expect(tokens).toBe(first.length + lines(right).length + (asks[1]?.text.length ?? 0))
    expect(await play([first])).not.toHaveProperty('tokens')
  })

  it('[MW-12] rejects with what the model’s host rejects with', async () => {
    await expect(
      reviseUntilValid(() => Promise.reject(new Error('no key')), { catalog: basicCatalog }),
    ).rejects.toThrow('no key')
  })

  it('[MW-12] reports at most 1,200 tokens', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...T(`t${index}`, 'x'.repeat(400)),
      [`odd${index}`]: index,
    }))
    const { asks } = await play([lines(CS('s'), ...many.map((one) => UC('s', [one]))), ''])
    expect(asks[1]?.text.length).toBeLessThanOrEqual(1_200 * 3.5)
  })
})

describe('an answer that comes in pieces', () => {
  it('[MW-13] gives each valid line when it is whole, and once', async () => {
    const seen: string[] = []
    const text = lines(CS('s'), row, wrong, UD('s', '/a', 1))
    const generate: Generate = async function* ({ round }) {
      if (round > 0) yield lines(right)
      else
        for (const piece of text.match(/[\s\S]{1,40}/g) ?? []) {
          yield piece
          seen.push(`${piece.includes('\n') ? 'line ' : ''}${delivered.length}`)
        }
    }
    const delivered: SurfaceMessage[] = []
    const { stopped } = await reviseUntilValid(generate, {
      catalog: basicCatalog,
      onMessage: (one) => delivered.push(one),
    })
    expect(stopped).toBe('valid')
    expect(delivered).toEqual([CS('s'), row, UD('s', '/a', 1), right])
    expect(seen.filter((step) => step.startsWith('line'))).toEqual(['line 1', 'line 2', 'line 2', 'line 3'])
  })

  it('[MW-13] gives nothing that a page refuses', async () => {
    const cycle = UC('s', [{ id: 'root', component: 'Column', children: ['root'] }])
    const { delivered } = await play([[lines(CS('s')), lines(cycle), lines(row, right)]])
    expect(delivered).toEqual([CS('s'), row, right])
    const old = [v08.SU('o', [v08.T('root', 'x')]), v08.BR('o')]
    expect((await play([[lines(...old)]])).delivered).toEqual(old)
  })
})
