// Templates and their parts, for `formatString`.
import type { JsonValue } from '../../../src/json/value.ts'

export interface TemplateCase {
  readonly template: string
  readonly expect_parts?: readonly JsonValue[]
  readonly expect_error?: string
}

function parts(template: string, ...expected: readonly JsonValue[]): TemplateCase {
  return { template, expect_parts: expected }
}

function refused(template: string): TemplateCase {
  return { template, expect_error: 'refused' }
}

function at(path: string): JsonValue {
  return { path }
}

function call(name: string, args: { readonly [name: string]: JsonValue } = {}): JsonValue {
  return { call: name, args }
}

export const templateCases: readonly TemplateCase[] = [
  parts('a dollar is $5, and a brace is {here}', 'a dollar is $5, and a brace is {here}'),
  parts('$', '$'),
  parts('100 %', '100 %'),
  parts('${guest}', at('guest')),
  parts('${guest/name}', at('guest/name')),
  parts('${/orders/0/tea}', at('/orders/0/tea')),
  parts('Dear ${/guest/name},', 'Dear ', at('/guest/name'), ','),
  parts('${a}-${b}', at('a'), '-', at('b')),
  parts('${a}${b}${c}', at('a'), at('b'), at('c')),
  parts('${  total  }', at('total')),
  parts('${snake_case}', at('snake_case')),
  parts('${kebab-case}', at('kebab-case')),
  parts("${'a literal'}", 'a literal'),
  parts('${"another one"}', 'another one'),
  parts("${'with } inside'}", 'with } inside'),
  parts("${'say \\'yes\\''}", "say 'yes'"),
  parts('${"a\\tb"}', 'a\tb'),
  parts('${0}', 0),
  parts('${12.25}', 12.25),
  parts('${true}', true),
  parts('${false}', false),
  parts('${falsehood}', at('falsehood')),
  parts('${nullable}', at('nullable')),
  parts('${today()}', call('today')),
  parts('${ today( ) }', call('today')),
  parts('${round(value: /total)}', call('round', { value: at('/total') })),
  parts('${add(a: 1, b: 2)} cups', call('add', { a: 1, b: 2 }), ' cups'),
  parts('${pick(from: \'green\', or: "black")}', call('pick', { from: 'green', or: 'black' })),
  parts('${is(value: true)}', call('is', { value: true })),
  parts('${outer(of: inner(of: /deep))}', call('outer', { of: call('inner', { of: at('/deep') }) })),
  parts('${join(a: now(), b: name)}', call('join', { a: call('now'), b: at('name') })),
  parts("${${'twice'}}", 'twice'),
  parts('\\${as it stands}', '${as it stands}'),
  parts('\\${one} and ${two}', '${one} and ', at('two')),
  parts('in two\nlines ${x}', 'in two\nlines ', at('x')),
  refused('it never ends ${guest'),
  refused('${add(a: 1}'),
  refused('${add(a 1)}'),
  refused('${add(1, 2)}'),
  refused('${one two}'),
  refused('${1.2.3}'),
  refused("${'no end}"),
]
