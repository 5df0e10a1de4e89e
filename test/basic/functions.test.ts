// The results of the functions.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { extendedFunctions } from '../../src/basic/extended/catalog.ts'
import { basicFunctions } from '../../src/basic/functions/functions.ts'
import type { Args, CallContext, FunctionDefinitions } from '../../src/catalog/expression.ts'
import { basicCatalog, extendedCatalog } from '../../src/entries/catalogs.ts'
import { toText } from '../../src/json/coerce.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const environment: CallContext = {
  locale: 'en',
  timeZone: 'UTC',
  screen: undefined,
  address: undefined,
  open: undefined,
  memo: (make, ...keys) => make(...keys),
  spend: () => undefined,
  evaluate: (wire) => wire,
  report: (cause) => expect.fail(String(cause)),
  loaded: undefined,
  textOf: toText,
}

function run(functions: FunctionDefinitions, name: string, args: Args, context: Partial<CallContext> = {}): unknown {
  return (functions[name] ?? expect.fail(`There is no ${name}`)).run(args, { ...environment, ...context })
}

type Case = readonly [title: string, name: string, args: Args, result: unknown]

const basic: readonly Case[] = [
  ['[FN-5] nothing is no value', 'required', {}, false],
  ['[FN-5] undefined is no value', 'required', { value: undefined }, false],
  ['[FN-5] null is no value', 'required', { value: null }, false],
  ['[FN-5] the empty text is no value', 'required', { value: '' }, false],
  ['[FN-5] the empty list is no value', 'required', { value: [] }, false],
  ['[FN-5] a space is one', 'required', { value: ' ' }, true],
  ['[FN-5] 0 is one', 'required', { value: 0 }, true],
  ['[FN-5] false is one', 'required', { value: false }, true],
  ['[FN-5] an empty object is one', 'required', { value: {} }, true],
  ['[FN-5] a list of nothing is one', 'required', { value: [null] }, true],
  ['[FN-5] a text as long as the least', 'length', { value: 'abc', min: 3 }, true],
  ['[FN-5] a text shorter than that', 'length', { value: 'ab', min: 3 }, false],
  ['[FN-5] a text as long as the most', 'length', { value: 'abc', max: 3 }, true],
  ['[FN-5] a text longer than that', 'length', { value: 'abcd', max: 3 }, false],
  ['[FN-5] between both', 'length', { value: 'abcd', min: 1, max: 9 }, true],
  ['[FN-5] units of UTF-16 are counted', 'length', { value: '😀', max: 1 }, false],
  ['[FN-5] elements of a list are counted', 'length', { value: ['a', 'b'], min: 2, max: 2 }, true],
  ['[FN-5] nothing has length 0', 'length', { min: 0, max: 0 }, true],
  ['[FN-5] a number has length 0', 'length', { value: 12_345, min: 1 }, false],
  ['[FN-5] an object has length 0', 'length', { value: { length: 5 }, min: 1 }, false],
]

const extended: readonly Case[] = [
  ['[FN-7] white space goes from both ends', 'trim', { value: ' \t\na b\u00a0 ' }, 'a b'],
  ['[FN-7] given characters go instead, as a set', 'trim', { value: '-=x-=', chars: '=-' }, 'x'],
  ['[FN-7] and white space then stays', 'trim', { value: '- x -', chars: '-' }, ' x '],
  ['[FN-7] what lies within stays', 'trim', { value: '-a-b-', chars: '-' }, 'a-b'],
  ['[FN-7] all may go', 'trim', { value: '---', chars: '-' }, ''],
  ['[FN-7] no characters are given: nothing goes', 'trim', { value: ' x ', chars: '' }, ' x '],
  ['[FN-7] a character may have two units', 'trim', { value: '😀x😁', chars: '😀' }, 'x😁'],
  ['[FN-7] signs of regular expressions are characters', 'trim', { value: '^x]', chars: ']^' }, 'x'],
  ['[FN-7] a number is a text', 'trim', { value: 5 }, '5'],
  ['[FN-7] nothing is the empty text', 'trim', {}, ''],
]

describe('a function', () => {
  it.each(basic)('%s: %s(%o)', (_title, name, args, result) => expect(run(basicFunctions, name, args)).toBe(result))

  it.each(extended)('%s: %s(%o)', (_title, name, args, result) =>
    expect(run(extendedFunctions, name, args)).toBe(result),
  )
})

describe('getScreenResolution', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const screen = { width: 1920, height: 1080 }
  const resolution = (args: Args, context: Partial<CallContext> = { screen }): unknown =>
    run(extendedFunctions, 'getScreenResolution', args, context)

  it('[FN-7] is width and height of the primary screen, which is the default', () => {
    expect(resolution({})).toEqual([1920, 1080])
    expect(resolution({ screenIndex: 0 })).toEqual([1920, 1080])
  })

  it('[FN-7] fails for a screen that is not there, and where there is none', () => {
    expect(() => resolution({ screenIndex: 1 })).toThrow('there is no screen 1')
    expect(() => resolution({}, { screen: undefined })).toThrow('there is no screen 0')
  })

  it('[FN-7] sees the screen of its page, and is drawn as JSON', () => {
    vi.stubGlobal('screen', { ...screen, secret: 'x' })
    const { send, shown } = record()
    send(
      CS('s', { catalogId: extendedCatalog.catalogId }),
      UC('s', [T('root', { call: 'getScreenResolution', args: {} })]),
    )
    expect(shown('s')).toBe('[1920,1080]')
  })

  it('[FN-7] takes the number of the screen from the data', async () => {
    vi.stubGlobal('screen', screen)
    const { send, shown, codes } = record()
    const call = { call: 'getScreenResolution', args: { screenIndex: { path: '/which' } } }
    send(CS('s', { catalogId: extendedCatalog.catalogId }), UC('s', [T('root', call)]), UD('s', '/which', 0))
    expect([shown('s'), codes()]).toEqual(['[1920,1080]', []])
    send(UD('s', '/which', 1))
    expect(shown('s')).toBe('')
    await Promise.resolve()
    expect(codes()).toEqual(['FUNCTION_FAILED'])
  })

  it('[FN-7] [FN-3] without a screen leaves its place empty and gives a report', async () => {
    const { send, shown, reports } = record()
    send(
      CS('s', { catalogId: extendedCatalog.catalogId }),
      UC('s', [T('root', { call: 'getScreenResolution', args: {} })]),
    )
    expect(shown('s')).toBe('')
    await Promise.resolve()
    expect(reports.map(({ code }) => code)).toEqual(['FUNCTION_FAILED'])
  })
})

describe('the extended catalog', () => {
  it('[FN-7] has its own functions, the basic ones, and all basic components', () => {
    expect([...extendedCatalog.functions.keys()]).toEqual([
      ...basicCatalog.functions.keys(),
      'trim',
      'getScreenResolution',
    ])
    expect(extendedCatalog.components).toEqual(basicCatalog.components)
  })

  it('[FN-7] lets them work together', () => {
    const { send, shown, reports } = record()
    const value = '[${trim(value: /name, chars: formatString(value: "${/chars}"))}]'
    send(
      CS('s', { catalogId: extendedCatalog.catalogId }),
      UC('s', [T('root', { call: 'formatString', args: { value } })]),
    )
    send(UD('s', '/', { name: '*Ada*', chars: '*' }))
    expect(shown('s')).toBe('[Ada]')
    expect(reports).toEqual([])
  })
})
