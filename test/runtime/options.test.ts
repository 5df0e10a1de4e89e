// A mistake in the options is the host's, and found when the runtime is made: a sentence names it and what is nearest.

import { describe, expect, it, vi } from 'vitest'
import schema from '../../catalogs/v0.9/basic_catalog.json' with { type: 'json' }
import { createRuntime } from '../../src/basic/create-runtime.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import * as core from '../../src/entries/core.ts'
import { lenient } from '../../src/entries/lenient.ts'

const noop = (): void => undefined

describe('a wrong option throws a TypeError that names it, what was given, and the nearest right one', () => {
  it.each<readonly [string, unknown, string]>([
    ['an unknown name', { onErorr: noop }, 'There is no option "onErorr". Did you mean "onError"?'],
    ['a name that resembles none', { zzz: 1 }, 'There is no option "zzz". Options: catalogs, onEvent, onError'],
    ['the name of an object’s own method', { toString: 1 }, 'There is no option "toString"'],
    [
      'a locale with an underscore',
      { locale: 'en_GB' },
      '"locale" must be a BCP 47 tag, not "en_GB". Did you mean "en-GB"?',
    ],
    ['a locale of POSIX', { locale: 'de_DE.UTF-8' }, 'not "de_DE.UTF-8". Did you mean "de-DE"?'],
    ['a locale that is no tag', { locale: 'e' }, '"locale" must be a BCP 47 tag, not "e". Such as "en-GB".'],
    ['an empty locale', { locale: '' }, '"locale" must be a BCP 47 tag, not "".'],
    ['a list of locales', { locale: ['en'] }, '"locale" must be a BCP 47 tag, not an array.'],
    ['null', { locale: null }, '"locale" must be a BCP 47 tag, not null.'],
    [
      'a misspelt time zone',
      { timeZone: 'Europe/Berln' },
      '"timeZone" must be an IANA time zone, not "Europe/Berln". Did you mean "Europe/Berlin"?',
    ],
    ['a city alone', { timeZone: 'New York' }, 'not "New York". Did you mean "America/New_York"?'],
    ['a time zone that resembles none', { timeZone: 'nowhere at all' }, 'Such as "Europe/Berlin".'],
    ['a time zone that is a number', { timeZone: 2 }, '"timeZone" must be an IANA time zone, not 2.'],
    ['no catalog', { catalogs: [] }, '"catalogs" must be a list of at least one catalog, not [].'],
    [
      'a catalog alone',
      { catalogs: basicCatalog },
      '"catalogs" must be a list of at least one catalog, not an object.',
    ],
    [
      'a schema',
      { catalogs: [basicCatalog, schema] },
      '"catalogs[1]" must be a catalog of defineCatalog, not the JSON Schema "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json". An import with "?catalog" ',
    ],
    [
      'a compiled schema',
      { catalogs: [compileCatalog(schema)] },
      '"catalogs[0]" must be a catalog of defineCatalog, not a compiled catalog. Pass it to defineCatalog.',
    ],
    [
      'a module with a compiled schema',
      { catalogs: [{ default: compileCatalog(schema) }] },
      '"catalogs[0]" must be a catalog of defineCatalog, not a module. Pass its default export.',
    ],
    [
      'a text as catalog',
      { catalogs: ['basic'] },
      '"catalogs[0]" must be a catalog of defineCatalog, not "basic". An import ',
    ],
    [
      'a limit as text',
      { limits: { nodes: '5000' } },
      '"limits.nodes" must be a number from 0 on, not "5000". Did you mean 5000?',
    ],
    [
      'a limit that is no number',
      { limits: { nodes: Number.NaN } },
      '"limits.nodes" must be a number from 0 on, not NaN.',
    ],
    ['a limit that is null', { limits: { nodes: null } }, '"limits.nodes" must be a number from 0 on, not null.'],
    ['a limit below 0', { limits: { nodes: -1 } }, '"limits.nodes" must be a number from 0 on, not -1.'],
    [
      'an unknown limit',
      { limits: { lineByte: 5 } },
      'There is no option "limits.lineByte". Did you mean "limits.lineBytes"?',
    ],
    ['a limit for everything', { limits: 5_000 }, '"limits" must be an object, not 5000.'],
    [
      'another validation',
      { validation: 'leniant' },
      `"validation" must be "strict" or lenient, not "leniant". Import { lenient } from 'surface-runtime/lenient'.`,
    ],
    ['a misspelt validation', { validation: 'strikt' }, 'not "strikt". Did you mean "strict"?'],
    [
      'the name of lenient mode',
      { validation: 'lenient' },
      `"validation" must be "strict" or lenient, not "lenient". Import { lenient } from 'surface-runtime/lenient'.`,
    ],
    [
      'a truth value as validation',
      { validation: false },
      '"validation" must be "strict" or lenient, not false. Import { lenient }',
    ],
    [
      'another media policy',
      { media: 'non' },
      '"media" must be "all", "none" or a function, not "non". Did you mean "none"?',
    ],
    [
      'a list of hosts as media',
      { media: ['a.example'] },
      '"media" must be "all", "none" or a function, not an array.',
    ],
    ['onEvent that is no function', { onEvent: {} }, '"onEvent" must be a function, not an object.'],
    ['onError that is no function', { onError: 'console' }, '"onError" must be a function, not "console".'],
  ])('[H-2] %s', (_, options, sentence) => {
    const make = (): unknown => createRuntime(options as Partial<core.RuntimeOptions>)
    expect(make).toThrow(TypeError)
    expect(make).toThrow(sentence)
  })

  it('[H-2] without catalogs, where there is no default for them', () => {
    expect(() => core.createRuntime({} as never)).toThrow(
      '"catalogs" must be a list of at least one catalog, not undefined.',
    )
    expect(() => core.createRuntime(undefined as never)).toThrow('The options must be an object, not undefined.')
  })
})

describe('what is right is taken', () => {
  it.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['no options', {}],
    ['options left undefined', { onError: undefined, locale: undefined, limits: undefined, anything: undefined }],
    ['limits left undefined', { limits: { nodes: undefined } }],
    ['limits of 0 and Infinity', { limits: { nodes: 0, lineBytes: Number.POSITIVE_INFINITY } }],
    ['the default limits', { limits: core.defaultLimits }],
    ['a locale with extensions', { locale: 'de-CH-u-nu-latn' }],
    ['a language alone', { locale: 'de' }],
    ['an alias of a time zone', { timeZone: 'Asia/Calcutta' }],
    ['a time zone in other case', { timeZone: 'europe/berlin' }],
    ['UTC', { timeZone: 'UTC' }],
    ['a media policy of its own', { media: () => true, onEvent: noop, validation: lenient }],
  ])('[H-2] %s', (_, options) => {
    expect(() => createRuntime(options as Partial<core.RuntimeOptions>).dispose()).not.toThrow()
  })

  it('[H-2] without the time zone being asked for', () => {
    const format = vi.spyOn(Intl, 'DateTimeFormat')
    const known = vi.spyOn(Intl, 'supportedValuesOf')
    createRuntime({ locale: 'en-GB', validation: 'strict' })
    expect([format.mock.calls, known.mock.calls]).toEqual([[], []])
    vi.restoreAllMocks()
  })
})
