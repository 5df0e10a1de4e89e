// The mistakes of vocabulary that models make: one fault with the right word for each, and what lenient mode draws of them.
import { describe, expect, it } from 'vitest'
import basicSchema from '../../catalogs/v0.9/basic_catalog.json'
import { checkMessages } from '../../src/authoring/index.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import { lenient } from '../../src/entries/lenient.ts'
import { CS, T, UC } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mistakes, olderCatalogId } from './vocabulary.ts'

/**
 * What is no single thing: a component within another one, a text that would have to become a component, a word, the level of
 * a heading or a part that is missing; and messages that another line may explain.
 */
const unclear = ['8 ', '25 ', '36 ', '45 ', '46 ', '47 no', '48 surface', '50 another', '54 ', '56 ', '57 ']

const properties = [...new Set(Object.values(basicSchema.components).flatMap((one) => Object.keys(one.properties)))]

describe('a mistake of vocabulary', () => {
  it.each(mistakes)(
    '[MW-5] $name: one fault, at the wrong word, with the right one',
    ({ wrong, at, word, severity }) => {
      const { faults, valid } = checkMessages(wrong, basicCatalog)
      expect(faults.map((fault) => `#${fault.line}${fault.at}`)).toEqual([at])
      const [fault] = faults
      expect([fault?.expected?.[0] ?? '', fault?.hint].some((text) => text?.includes(word))).toBe(true)
      expect(fault?.severity).toBe(severity ?? 'error')
      expect(valid).toBe(severity === 'warning')
    },
  )

  it.each(mistakes)('[MW-5] $name: nothing is said of the right twin', ({ right }) => {
    expect(checkMessages(right, basicCatalog)).toEqual({ valid: true, messages: right, faults: [], more: 0 })
  })

  it('[MW-5] 51 an older id of the catalog is right', () => {
    expect(
      checkMessages([CS('s', { catalogId: olderCatalogId }), UC('s', [T('root', 'x')])], basicCatalog).faults,
    ).toEqual([])
  })

  it.each(mistakes.filter(({ name }) => !unclear.some((start) => name.startsWith(start))))(
    '[MW-6] $name: lenient mode draws the same as of the right twin',
    ({ wrong, right }) => {
      const [ofWrong, ofRight] = [wrong, right].map((messages) => {
        const { send, shown, runtime } = record({ validation: lenient })
        send(...messages)
        const type = runtime.surface('s')?.components.get('root')?.type
        return [type, ...properties.map((property) => shown('s', 'root', property))]
      })
      expect(ofRight?.[0]).toBeDefined()
      expect(ofWrong).toEqual(ofRight)
    },
  )

  it.each(mistakes.filter(({ drawn }) => drawn))(
    '[MW-6] $name: lenient mode draws what is meant',
    ({ wrong, drawn }) => {
      const { send, reports, shown } = record({ validation: lenient })
      send(...wrong)
      expect(shown('s', 'root', drawn?.[0])).toEqual(drawn?.[1])
      expect(reports.map(({ severity }) => severity)).not.toContain('error')
      expect(reports.length).toBeGreaterThan(0)
    },
  )
})
