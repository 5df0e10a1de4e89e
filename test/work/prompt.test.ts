// What a model reads of the catalog for work.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { basic, checkMessages, promptFor } from 'surface-runtime/authoring'
import { describe, expect, it } from 'vitest'
import { work, workCatalog } from '../../src/work/index.ts'

describe('the prompt of the catalog for work', () => {
  const prompt = promptFor(work)

  it('[XC-14] is at most 1,200 tokens longer than that of the basic catalog', () => {
    expect(countTokens(prompt) - countTokens(promptFor(basic))).toBeLessThanOrEqual(1_200)
  })

  it('[XC-14] says when to use what, that a Text takes Markdown, and that each surface has an id of its own', () => {
    expect(prompt).toContain('Use it, not a List')
    expect(prompt).toContain('use it, not a Text')
    expect(prompt).toContain('Markdown, as in a Text')
    expect(prompt).toContain('Give each new surface a new id')
  })

  it('[XC-14] has an example with components of its own, without a fault, and one of every catalog', () => {
    const [example] = work.examples ?? []
    expect(checkMessages(example?.messages ?? [], workCatalog)).toMatchObject({ valid: true, faults: [] })
    expect(prompt).toContain('"component":"Table"')
    expect(prompt.match(/## Example/g)).toHaveLength(2)
    expect(promptFor(work, { examples: 1 })).toContain('Example 1: a report')
  })

  it('[XC-14] leaves the example out where types are omitted, and in v0.8', () => {
    expect(promptFor(work, { omit: ['Table'] })).not.toContain('"component":"Table"')
    expect(promptFor(work, { version: 'v0.8' })).not.toContain('Example 1: a report')
    expect(promptFor(work, { version: 'v0.8' })).toContain('Table:')
  })
})
