import { describe, expect, it } from 'vitest'
import { parseTemplate } from '../../../src/basic/functions/template.ts'
import { stage, textOf } from './calling.ts'

/** A key of every ASCII character that is not a control, and of some others. */
const keys = [
  ...Array.from({ length: 95 }, (_, index) => `a${String.fromCharCode(32 + index)}b`),
  ...['ä b', '日本', '😀', '€', '{}', '${x}', '0', 'true', 'null', "it's", 'length(', '~1', ''],
]

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

describe('formatString', () => {
  it('[FN-6] reaches every key that a binding reaches', () => {
    for (const key of keys.filter((one) => one !== '')) {
      const path = `/top/${escaped(key)}`
      const template = `\${${encodeURI(path).replaceAll(/[^\w/.~%-]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}}`
      const { binding, reports } = stage(
        [
          textOf({ call: 'formatString', args: { value: template } }),
          { id: 'bound', component: 'Text', text: { path } },
        ],
        { top: { [key]: 'found' } },
      )
      expect([key, binding().getSnapshot().props['text'], reports]).toEqual([key, 'found', []])
      expect(binding('bound').getSnapshot().props['text']).toBe('found')
    }
  })

  it('[FN-6] takes an escaped keyword or number for a path', () => {
    expect(parseTemplate('${%74rue}${%30}${/a%20b}')).toEqual([{ path: 'true' }, { path: '0' }, { path: '/a b' }])
  })

  it.each(['${/a%}', '${/100%25%}', '${/a%zz}', '${/a%ff}', '${/a b}', '${/a + 1}'])(
    '[FN-6] refuses %s',
    (template) => {
      expect(() => parseTemplate(template)).toThrow(expect.objectContaining({ code: 'TEMPLATE_SYNTAX' }))
    },
  )

  it('[FN-6] lets no escape reach a prototype', () => {
    const { reports } = stage([textOf({ call: 'formatString', args: { value: '${/%5f_proto__}' } })])
    expect(reports.map(({ code }) => code)).toEqual(['POINTER_FORBIDDEN'])
  })
})
