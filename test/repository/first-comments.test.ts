// Every file of src begins with a comment that says what the file is for, in a plain sentence.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')

/** Longer sentences need a second reading. */
const maxWords = 45

describe('the first comment of a file', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:tsx?|css)$/.test(file))

  it.each(files)('%s', (file) => {
    const comment = firstComment(readFileSync(join(src, file), 'utf8'))
    expect(comment, 'the file begins with a comment').toBeDefined()
    expect(faultOf(comment ?? '')).toBeUndefined()
  })
})

describe('the check itself', () => {
  it.each([
    ['/** Reads lines. */\nimport "./a.ts"', 'Reads lines.'],
    ['/**\n * Reads lines\n * of bytes.\n *\n * More.\n */\n', 'Reads lines of bytes.'],
    ['// Reads lines\n// of bytes.\n\nimport "./a.ts"', 'Reads lines of bytes.'],
    ['#!/usr/bin/env node\n// Reads lines.\n', 'Reads lines.'],
    ["'use client'\n/** Too late. */", undefined],
    ['import "./a.ts"\n/** Too late. */', undefined],
  ])('reads %j', (text, expected) => {
    expect(firstComment(text)).toBe(expected)
  })

  it.each(['no capital letter.', 'No end', `${'Word '.repeat(maxWords)}long.`, 'Whoever is told of it.'])(
    'refuses %j',
    (text) => {
      expect(faultOf(text)).toBeDefined()
    },
  )
})

/** The first paragraph of the comment at the very start of a text. */
function firstComment(source: string): string | undefined {
  const text = source.replace(/^#!.*\n/, '')
  const block = /^\/\*\*?([\s\S]*?)\*\//.exec(text)?.[1] ?? /^(?:\/\/.*\n)+/.exec(text)?.[0]
  const lines = block?.split('\n').map((line) => line.replace(/^\s*(?:\*|\/\/)?\s?/, '').trim())
  const [paragraph] =
    lines
      ?.join('\n')
      .trim()
      .split(/\n\s*\n/) ?? []
  return paragraph?.replace(/\s+/g, ' ').trim()
}

function faultOf(comment: string): string | undefined {
  const [sentence = ''] = comment.split(/(?<=[.?:])\s+(?=[A-Z`])/)
  if (!/^[A-Z0-9`'"{]|^ajv\b|^v0\./.test(sentence)) return 'it begins with a capital letter'
  if (!/[.?:]$/.test(comment)) return 'it ends with a period'
  if (/^who\b|\b(?:whom|whoever|told)\b/i.test(sentence)) return 'it names its subject instead of "who" or "told"'
  return sentence.split(' ').length > maxWords ? `its first sentence has more than ${maxWords} words` : undefined
}
