import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/errors/limits.ts'
import type { SurfaceError } from '../../src/errors/surface-error.ts'
import { parseJson, scanJson } from '../../src/json/parse-json.ts'
import { between } from '../support/between.ts'
import { seeded } from '../support/random.ts'

/** A v0.9 update whose value is this text. */
function update(value: string): string {
  return `{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":${value}}}`
}

const at = '/updateDataModel/value'

describe('a repeated key', () => {
  it('[J-4] is found beside a text of four million escapes', () => {
    const text = `{"a:b":"${'\\n'.repeat(4_000_000)}","c":1,"c":2}`
    const warnings: SurfaceError[] = []
    expect(parseJson(text, { ...defaultLimits, stringLength: 5_000_000 }, warnings)).toMatchObject({ c: 2 })
    expect(warnings.map(({ place }) => place.at)).toEqual(['/c'])
  })

  it.each<readonly [text: string, value: unknown, places: readonly string[]]>([
    ['{"a":1,"a":2}', { a: 2 }, ['/a']],
    ['{"a":1,"a":1}', { a: 1 }, ['/a']],
    ['{"a":1,"\\u0061":2}', { a: 2 }, ['/a']],
    ['{"a":{"x":1},"a":{"y":2}}', { a: { y: 2 } }, ['/a']],
    ['{"a":1,"a":2,"a":3}', { a: 3 }, ['/a', '/a']],
    ['{"a":1,"b":2,"a":3,"b":4}', { a: 3, b: 4 }, ['/a', '/b']],
    ['{"":1,"":2}', { '': 2 }, ['/']],
    ['{"a/b~c":1,"a/b~c":2}', { 'a/b~c': 2 }, ['/a~1b~0c']],
    ['[0,{"a":[{"b":1,"b":2}]}]', [0, { a: [{ b: 2 }] }], ['/1/a/0/b']],
    ['{"x":{"a":1,"a":2},"y":{"a":1,"a":2}}', { x: { a: 2 }, y: { a: 2 } }, ['/x/a', '/y/a']],
    // A colon in a text must not make up for the colon of the member that was lost.
    ['{"a":":","a":"::"}', { a: '::' }, ['/a']],
    ['{"a":1,"a":":"}', { a: ':' }, ['/a']],
    ['{"a":"\\u003a","a":"\\u003A\\u003a"}', { a: '::' }, ['/a']],
    ['{"a":1,"a":"\\u003a"}', { a: ':' }, ['/a']],
    ['{"a":1,"a":"\\u003A"}', { a: ':' }, ['/a']],
    ['{"a\\u003a":1,"a:":2}', { 'a:': 2 }, ['/a:']],
    ['{"a":"}{\\"a\\":1","a":"\\\\"}', { a: '\\' }, ['/a']],
    ['{"__proto__":1,"__proto__":2}', JSON.parse('{"__proto__":2}'), ['/__proto__']],
  ])('[J-3] in %s counts once, the last, and is reported', (text, value, places) => {
    const { runtime, reports } = between([update(text)])
    expect(runtime.surface('s')?.data.get('/n')).toStrictEqual(value)
    expect(reports).toMatchObject(
      places.map((place) => ({
        code: 'JSON_DUPLICATE_KEY',
        severity: 'warning',
        place: { line: 3, at: at + place },
      })),
    )
    expect(reports).toHaveLength(places.length)
  })

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":1,"A":2,"á":3}',
    '{"a":"a\\":1,\\"a"}',
    '{"a:":":a","b":"::::"}',
    '{"\\u003a":"\\u003A"}',
    '{"a":1,"a ":2}',
  ])('[J-3] is not seen where there is none: %s', (text) => {
    expect(between([update(text)]).codes()).toEqual([])
  })

  it('[J-3] of a whole message leaves a record of what was lost', () => {
    const line =
      '{"version":"v0.9","deleteSurface":{"surfaceId":"s"},"deleteSurface":{"surfaceId":"nobody","surfaceId":"x"}}'
    expect(between([line]).reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['JSON_DUPLICATE_KEY', '/deleteSurface'],
      ['JSON_DUPLICATE_KEY', '/deleteSurface/surfaceId'],
    ])
  })

  it('[J-3] is found in any object whatever stands around it', () => {
    const random = seeded(7)
    for (let round = 0; round < 500; round++) {
      const { text, places } = withDuplicates(random, '', 3)
      const found = scanJson(text).flatMap(({ code, place }) => (code === 'JSON_DUPLICATE_KEY' ? [place.at] : []))
      expect(found.toSorted(), text).toEqual(places.toSorted())
      const reported = between([update(text)]).reports.map(({ place }) => place.at)
      expect(reported.toSorted(), text).toEqual(places.map((place) => at + place).toSorted())
    }
  })

  it('[J-3] in a text of a hundred thousand characters takes no stack', () => {
    const long = `"${'\\"'.repeat(99_000)}"`
    expect(between([update(`{"a":1,"b":${long},"a":2}`)]).codes()).toEqual(['JSON_DUPLICATE_KEY'])
  })
})

describe('an integer', () => {
  it.each([
    ['9007199254740991', []],
    ['-9007199254740991', []],
    ['9007199254740992', []],
    ['9007199254740993', ['']],
    ['-9007199254740993', ['']],
    ['12345678901234567890', ['']],
    ['100000000000000000000', []],
    ['[1,[9007199254740993],{"a":9007199254740995}]', ['/1/0', '/2/a']],
    ['9007199254740993.0', []],
    ['1e300', []],
    ['0.1234567890123456789', []],
    ['"9007199254740993"', []],
    ['{"9007199254740993":1}', []],
  ])('[J-3] %s is told where it loses digits', (text, places) => {
    const { reports, runtime } = between([update(text)])
    expect(reports.map(({ code, severity, place }) => [code, severity, place.line, place.at])).toEqual(
      places.map((place) => ['NUMBER_PRECISION', 'warning', 3, at + place]),
    )
    expect(runtime.surface('s')?.data.get('/n')).toStrictEqual(JSON.parse(text))
  })

  it('[J-3] that loses digits in a member that is lost is reported with it', () => {
    expect(between([update('{"a":9007199254740993,"a":1}')]).codes()).toEqual([
      'NUMBER_PRECISION',
      'JSON_DUPLICATE_KEY',
    ])
  })

  it('[J-3] is told for an unfinished last line with its number too', () => {
    const { runtime, reports } = between([])
    runtime.push(update('9007199254740993'))
    runtime.end()
    expect(reports).toMatchObject([{ code: 'NUMBER_PRECISION', place: { line: 5, at } }])
  })
})

interface Made {
  readonly text: string
  /** Where a key is repeated. */
  readonly places: readonly string[]
}

const keys = ['a', 'b', ':', '"', '\\', 'a:b', '}', ',']

/** A random value; each object may repeat its keys. */
function withDuplicates(random: () => number, place: string, depth: number): Made {
  const pick = Math.floor(random() * (depth > 0 ? 4 : 2))
  if (pick === 0) return { text: JSON.stringify(keys[Math.floor(random() * keys.length)]), places: [] }
  if (pick === 1) return { text: String(Math.floor(random() * 100)), places: [] }
  const size = Math.floor(random() * 4)
  if (pick === 2) {
    const items = Array.from({ length: size }, (_, index) => withDuplicates(random, `${place}/${index}`, depth - 1))
    return { text: `[${items.map(({ text }) => text)}]`, places: items.flatMap(({ places }) => places) }
  }
  const seen = new Set<string>()
  const members = Array.from({ length: size }, () => {
    const key = keys[Math.floor(random() * keys.length)] ?? ''
    const made = withDuplicates(random, `${place}/${key}`, depth - 1)
    const own = seen.has(key) ? [`${place}/${key}`] : []
    seen.add(key)
    return { text: `${JSON.stringify(key)}:${made.text}`, places: [...own, ...made.places] }
  })
  return { text: `{${members.map(({ text }) => text)}}`, places: members.flatMap(({ places }) => places) }
}
