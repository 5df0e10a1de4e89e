// Public examples, drawn: each shows the texts that its own project expects of it.
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createRuntime, type SurfaceError, SurfaceList } from '../../src/index.ts'
import { describeCorpus, readFolder } from './corpus.ts'

interface Expected {
  readonly version: string
  readonly example: string
  readonly expect_text_contains: readonly string[]
}

interface Stream {
  readonly messages: readonly unknown[]
}

function messagesOf({ version, example }: Expected): readonly unknown[] {
  const names = ['catalog-basic', 'catalog-minimal'].map((catalog) => `${catalog}__${example}`)
  return readFolder<Stream>(version).find(([name]) => names.includes(name))?.[1].messages ?? []
}

/** What a person can read, the values of fields among it. */
function textOf(container: HTMLElement): string {
  const fields = [...container.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
  return [container.textContent, ...fields].join('\n')
}

/** Names of glyphs, which a font of icons turns into pictures where it is loaded. Our icons are paths, and no text. */
const glyphs = new Set([
  ...['arrow_forward', 'arrow_upward', 'check', 'directions_run', 'pause', 'priority_high'],
  ...['skip_next', 'skip_previous', 'trending_up'],
])

/** Messages of checks, which we do not show before the person has been at the field. */
const later = new Set(['Invalid email format', 'Invalid phone format', 'Must be exactly 5 digits'])

describeCorpus('the texts of public examples', () => {
  it.each(readFolder<Expected>('dom_text'))('[R-7] %s', (_name, expected) => {
    const errors: SurfaceError[] = []
    const runtime = createRuntime({ locale: 'en-US', timeZone: 'UTC', onError: (error) => void errors.push(error) })
    runtime.apply(messagesOf(expected))
    runtime.end()
    const { container } = render(<SurfaceList runtime={runtime} />)
    const text = textOf(container)
    expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([])
    const wanted = expected.expect_text_contains.filter((part) => !glyphs.has(part) && !later.has(part))
    expect(wanted.filter((part) => !text.includes(part))).toEqual([])
  })
})
