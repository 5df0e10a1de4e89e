// The grammar of formatString: the parts of a template, and the errors of a malformed one.
import { describe, expect, it } from 'vitest'
import { parseTemplate } from '../../src/basic/functions/template.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soundIds } from '../support/sound.ts'

const path = (path: string): JsonValue => ({ path })
const call = (call: string, args: JsonValue = {}): JsonValue => ({ call, args })

const good: readonly (readonly [title: string, template: string, parts: readonly JsonValue[]])[] = [
  ['[FN-6] a text', 'hello', ['hello']],
  ['[FN-6] nothing', '', ['']],
  ['[FN-6] a dollar and braces by themselves', '$ {x} $x }', ['$ {x} $x }']],
  ['[FN-6] an absolute path', '${/user/name}', [path('/user/name')]],
  ['[FN-6] a relative path', '${name}', [path('name')]],
  ['[FN-6] text around paths', 'a ${b} c ${/d}', ['a ', path('b'), ' c ', path('/d')]],
  ['[FN-6] paths side by side', '${a}${b}', [path('a'), path('b')]],
  ['[FN-6] white space within', '${ \n/a }', [path('/a')]],
  ['[FN-6] a path with dots, signs and letters of all kinds', '${a.b-c_d@é日~0~1/2}', [path('a.b-c_d@é日~0~1/2')]],
  ['[FN-6] a minus begins a path', '${-5}', [path('-5')]],
  ['[FN-6] a text in single quotes', "${'it is'}", ['it is']],
  ['[FN-6] a text in double quotes', '${"it\'s"}', ["it's"]],
  ['[FN-6] escapes in a text', "${'a\\'b\\n\\t\\\\'}", ["a'b\n\t\\"]],
  ['[FN-6] braces in a text', "${'}${'}", ['}${']],
  ['[FN-6] a number', '${42}${1.5}', [42, 1.5]],
  ['[FN-6] a number that ends in a point', '${2.}', [2]],
  ['[FN-6] truth values', '${true}${false}', [true, false]],
  ['[FN-6] null is the empty text', '${null}', ['']],
  ['[FN-6] words that begin alike are paths', '${trueish}${nullable}', [path('trueish'), path('nullable')]],
  ['[FN-6] an empty expression is the empty text', 'a${ }b', ['a', '', 'b']],
  ['[FN-6] a call without arguments', '${now()}', [call('now')]],
  ['[FN-6] a call with named arguments', "${f(a: 1, b: /x, c: 'y')}", [call('f', { a: 1, b: path('/x'), c: 'y' })]],
  ['[FN-6] commas may be missing', '${f(a: 1 b: 2)}', [call('f', { a: 1, b: 2 })]],
  ['[FN-6] white space in a call', '${f ( a : 1 , b : 2 ) }', [call('f', { a: 1, b: 2 })]],
  ['[FN-6] a call as an argument', '${f(a: g(b: 1))}', [call('f', { a: call('g', { b: 1 }) })]],
  ['[FN-6] an expression in an expression', "${${'x'}}${f(a: ${/b})}", ['x', call('f', { a: path('/b') })]],
  ['[FN-6] an escaped marker', '\\${a}', ['${a}']],
  ['[FN-6] an escaped marker between', 'x \\${a} ${b}', ['x ${a} ', path('b')]],
  ['[FN-6] a backslash before it', '\\\\${a}', ['\\${a}']],
  ['[FN-6] an escaped marker after an expression', '${a}\\${b}', [path('a'), '${b}']],
  ['[FN-6] a dollar before a marker', '$${a}', ['$', path('a')]],
  ['[FN-6] an unfinished marker', 'cost: $', ['cost: $']],
]

const bad: readonly (readonly [title: string, template: string])[] = [
  ['[FN-6] an expression that is not closed', 'a ${b'],
  ['[FN-6] a marker at the end', '${'],
  ['[FN-6] two expressions in one', '${a b}'],
  ['[FN-6] two words', '${true false}'],
  ['[FN-6] a text that is not closed', "${'a}"],
  ['[FN-6] a number with two points', '${1.2.3}'],
  ['[FN-6] a number with letters after it', '${1a}'],
  ['[FN-6] a call that is not closed', '${f(a: 1}'],
  ['[FN-6] an argument without a name', '${f(1)}'],
  ['[FN-6] an argument without a colon', '${f(a 1)}'],
  ['[FN-6] an argument without a value', '${f(a: )}'],
  ['[FN-6] a sign that no expression begins with', '${+1}'],
  ['[FN-6] a bracket', '${a[0]}'],
]

describe('a template', () => {
  it.each(good)('%s: %s', (_title, template, parts) => {
    expect(parseTemplate(template)).toEqual(parts)
  })

  it.each(bad)('%s is refused, at receipt and with its place: %s', (_title, template) => {
    const { send, reports, runtime } = record()
    send(CS('s'), UC('s', [T('ok', 'x'), T('root', { call: 'formatString', args: { value: template } })]))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'TEMPLATE_SYNTAX',
      severity: 'error',
      place: { componentId: 'root', line: 2, at: '/updateComponents/components/1/text/args/value' },
    })
    expect(reports[0]?.hint).toMatch(/\w.*\.$/)
    expect(soundIds(runtime.surface('s'))).toEqual(['ok'])
  })

  it.each<readonly [what: string, value: string, code: string]>([
    ['a path that cannot be one', '${/a~2}', 'POINTER_SYNTAX'],
    ['a forbidden path', '${/a/__proto__}', 'POINTER_FORBIDDEN'],
    ['an unknown function', '${upper(value: /a)}', 'FUNCTION_UNKNOWN'],
    ['an argument that the function has not', '${required(value: /a, min: 1)}', 'VALIDATION_FAILED'],
  ])('[FN-6] with %s is refused at the place of the template', (_what, value, code) => {
    const { send, reports } = record()
    send(CS('s'), UC('s', [T('root', { call: 'formatString', args: { value } })]))
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      [code, '/updateComponents/components/0/text/args/value'],
    ])
  })

  it.each<readonly [what: string, deep: (depth: number) => string]>([
    ['expressions', (depth) => `${'${'.repeat(depth)}'x'${'}'.repeat(depth)}`],
    ['calls', (depth) => `\${${'f(a: '.repeat(depth - 1)}'x'${')'.repeat(depth - 1)}}`],
  ])('[FN-6] nests to a limit: %s', (_what, deep) => {
    expect(() => parseTemplate(deep(32))).not.toThrow()
    expect(() => parseTemplate(deep(33))).toThrow(expect.objectContaining({ code: 'LIMIT_CALL_DEPTH' }))
    expect(() => parseTemplate(deep(20_000))).toThrow(expect.objectContaining({ code: 'LIMIT_CALL_DEPTH' }))
  })
})

const drawn: readonly (readonly [title: string, value: JsonValue, shown: string])[] = [
  ['[FN-5] text stays', 'plain', 'plain'],
  ['[FN-5] numbers and truth values are written', '${/n} ${/yes} ${42} ${true}', '1.5 true 42 true'],
  ['[FN-5] nothing and null are empty', '<${/gone}${/none}${null}>', '<>'],
  ['[FN-5] objects and arrays are JSON', '${/user} ${/list}', '{"name":"Ada"} [1,"x"]'],
  ['[FN-5] what comes from the data is not read as a template', '${/tricky}', '${/n}'],
  ['[FN-5] calls are computed', '${required(value: /gone)} ${length(value: /user/name, min: 3)}', 'false true'],
]

describe('formatString', () => {
  const data = { n: 1.5, yes: true, none: null, user: { name: 'Ada' }, list: [1, 'x'], tricky: '${/n}' }

  it.each(drawn)('%s: %s', (_title, value, text) => {
    const { send, shown, reports } = record()
    send(CS('s'), UD('s', '/', data), UC('s', [T('root', { call: 'formatString', args: { value } })]))
    expect(shown('s')).toBe(text)
    expect(reports).toEqual([])
  })

  it('[FN-5] is nothing but a text elsewhere', () => {
    const { send, shown } = record()
    send(CS('s'), UD('s', '/', data), UC('s', [T('root', 'Hi ${/user/name}')]))
    expect(shown('s')).toBe('Hi ${/user/name}')
  })
})
