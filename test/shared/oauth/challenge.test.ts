// `WWW-Authenticate`, as servers write it and as clients read it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBearerChallenge, scopesIn, writeChallenge } from '../../../src/shared/oauth/challenge.ts'

describe('a challenge', () => {
  it.each([
    ['Bearer', {}],
    [
      'Bearer realm="a", error="insufficient_scope", scope="b c"',
      { realm: 'a', error: 'insufficient_scope', scope: 'b c' },
    ],
    ['bearer scope=b', { scope: 'b' }],
    ['Basic realm="a, Bearer scope=\\"evil\\"", Bearer scope="b"', { scope: 'b' }],
    ['ApiKey in="header", name="X", Bearer Scope="b"', { scope: 'b' }],
    ['Bearer scope="b", Basic realm="c"', { scope: 'b' }],
    ['Bearer scope="a\\"b"', { scope: 'a"b' }],
    ['Bearer scope="b", scope="evil"', { scope: 'b' }],
    ['Bearer scope="not closed', {}],
    ['BearerX scope="b"', {}],
    ['', {}],
  ])('[SI-14] of tokens is read, and no other: %s', (header, parameters) => {
    expect({ ...readBearerChallenge(header) }).toEqual(parameters)
  })

  it('[SI-4] is a header whatever it holds, and is read as it was written @all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const header = writeChallenge('Bearer', { realm: 'agent', error_description: text, scope: 'read' })
        expect(new Headers({ 'www-authenticate': header }).get('www-authenticate')).toBe(header)
        expect(readBearerChallenge(header)['scope']).toBe('read')
      }),
    )
  })

  it('[SI-14] is read in a time that grows with its length', () => {
    for (const part of ['Bearer ', 'a=', '"', '\\"', ', ', 'Bearer a="', ' = '])
      expect(() => readBearerChallenge(part.repeat(20_000))).not.toThrow()
  })

  it('[SI-14] names scopes, each once, and nothing else', () => {
    expect(scopesIn('a b  a "c" d\\e é')).toEqual(['a', 'b'])
    expect(scopesIn(7)).toEqual([])
  })
})
