// Calls of the basic functions, each with what it gives. Values come from data; a fault is one report.
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'

export interface FunctionCase {
  readonly function: string
  readonly args: JsonObject
  readonly expect?: JsonValue
  readonly expect_error?: string
}

function gives(name: string, args: JsonObject, expected: JsonValue): FunctionCase {
  return { function: name, args, expect: expected }
}

function refused(name: string, args: JsonObject): FunctionCase {
  return { function: name, args, expect_error: 'EXPRESSION_ERROR' }
}

const cups = { zero: 'no tea', one: 'one cup', other: 'cups' }

export const functionCases: readonly FunctionCase[] = [
  gives('required', { value: ' ' }, true),
  gives('required', { value: 0 }, true),
  gives('required', { value: false }, true),
  gives('required', { value: [null] }, true),
  gives('required', { value: '' }, false),
  gives('required', { value: [] }, false),
  gives('regex', { pattern: '^[a-z]{2}-\\d+$', value: 'tk-12' }, true),
  gives('regex', { pattern: '^[a-z]{2}-\\d+$', value: 'TK-12' }, false),
  gives('regex', { pattern: 'mint', value: 'peppermint tea' }, true),
  refused('regex', { pattern: '(mint', value: 'mint' }),
  gives('email', { value: 'ines@tea.example' }, true),
  gives('email', { value: 'ines+two@mail.tea.example' }, true),
  gives('email', { value: 'ines@tea' }, false),
  gives('email', { value: 'ines tea.example' }, false),
  gives('email', { value: '@tea.example' }, false),
  gives('length', { value: 'oolong', min: 6, max: 6 }, true),
  gives('length', { value: 'mate', min: 5 }, false),
  gives('length', { value: 'chamomile', max: 8 }, false),
  gives('length', { value: [1, 2, 3], min: 3 }, true),
  gives('length', { value: [1, 2, 3], max: 2 }, false),
  gives('numeric', { value: 7, min: 7, max: 7 }, true),
  gives('numeric', { value: '0.5', max: 1 }, true),
  gives('numeric', { value: -1, min: 0 }, false),
  gives('numeric', { value: 1.01, max: 1 }, false),
  gives('numeric', { value: 'seven', min: 0 }, false),
  gives('and', { values: [true, true, true] }, true),
  gives('and', { values: [true, true, false] }, false),
  gives('and', { values: ['x', 1] }, true),
  gives('and', { values: [true, 0] }, false),
  refused('and', { values: [false] }),
  gives('or', { values: [false, false, true] }, true),
  gives('or', { values: ['', 0] }, false),
  refused('or', { values: [true] }),
  gives('not', { value: 0 }, true),
  gives('not', { value: 'no' }, false),
  gives('not', { value: [] }, false),
  gives('pluralize', { value: 0, ...cups }, 'no tea'),
  gives('pluralize', { value: 1, ...cups }, 'one cup'),
  gives('pluralize', { value: 2, ...cups }, 'cups'),
  gives('pluralize', { value: 0, one: 'one', other: 'some' }, 'some'),
  gives('pluralize', { value: 1, other: 'some' }, 'some'),
  gives('pluralize', { value: 2, two: 'a pair', other: 'some' }, 'a pair'),
  gives('formatNumber', { value: 9876543.21, decimals: 1 }, '9,876,543.2'),
  gives('formatNumber', { value: 9876543.21, decimals: 0, grouping: false }, '9876543'),
  gives('formatNumber', { value: 5, decimals: 2 }, '5.00'),
  gives('formatNumber', { value: -0.5, decimals: 1 }, '-0.5'),
  gives('formatNumber', { value: '12.5', decimals: 2 }, '12.50'),
  gives('formatCurrency', { value: 1250, currency: 'EUR', decimals: 2 }, '€1,250.00'),
  gives('formatCurrency', { value: 3.456, currency: 'USD', decimals: 1 }, '$3.5'),
  gives('formatCurrency', { value: -4, currency: 'GBP', decimals: 0 }, '-£4'),
  gives('formatDate', { value: '2031-04-09T16:05:00Z', format: 'd MMM yyyy' }, '9 Apr 2031'),
  gives('formatDate', { value: '2031-04-09T16:05:00Z', format: 'HH:mm' }, '16:05'),
  gives('formatDate', { value: '2031-04-09T16:05:00Z', format: 'h:mm a' }, '4:05 PM'),
  gives('formatDate', { value: '2031-04-09', format: 'EEEE' }, 'Wednesday'),
  gives('formatDate', { value: '2031-04-31', format: 'yyyy' }, ''),
  gives('formatDate', { value: 'tomorrow', format: 'yyyy' }, ''),
  gives('formatString', { value: 'No values here' }, 'No values here'),
  gives('formatString', { value: '${1}+${2}' }, '1+2'),
  gives('formatString', { value: 'Nobody: ${/nobody}.' }, 'Nobody: .'),
  gives('formatString', { value: '\\${kept}' }, '${kept}'),
  gives('openUrl', { url: 'https://tea.example/menu' }, null),
  refused('openUrl', { url: 'data:text/html,x' }),
  refused('openUrl', { url: 'file:///etc/hosts' }),
]
