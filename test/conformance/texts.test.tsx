// Public examples, drawn: each shows the texts that its own project expects of it.
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createRuntime, type SurfaceError, SurfaceList } from '../../src/index.ts'
import { describeCorpus, readFolder } from './corpus.ts'
import { type Expected, textOf, wantedOf } from './shown.ts'

interface Stream {
  readonly messages: readonly unknown[]
}

function messagesOf({ version, example }: Expected): readonly unknown[] {
  const names = ['catalog-basic', 'catalog-minimal'].map((catalog) => `${catalog}__${example}`)
  return readFolder<Stream>(version).find(([name]) => names.includes(name))?.[1].messages ?? []
}

describeCorpus('the texts of public examples', () => {
  it.each(readFolder<Expected>('dom_text'))('[R-7] %s', (_name, expected) => {
    const errors: SurfaceError[] = []
    const runtime = createRuntime({ locale: 'en-US', timeZone: 'UTC', onError: (error) => void errors.push(error) })
    runtime.apply(messagesOf(expected))
    runtime.end()
    const { container } = render(<SurfaceList runtime={runtime} />)
    const text = textOf(container)
    expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([])
    expect(wantedOf(expected).filter((part) => !text.includes(part))).toEqual([])
  })
})
