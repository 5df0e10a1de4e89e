// What agents, shops and catalogs are told of their errors, in one table to be read aloud: every code, really provoked.
import { expect, it } from 'vitest'
import { clientErrorCodes } from '../../src/agent/protocol/error.ts'
import { wireErrors } from '../../src/agent/protocol/wire-errors.ts'
import { commerceErrorCodes } from '../../src/commerce/error.ts'
import { catalogErrorCodes } from '../../src/compiler/catalog-error.ts'
import { clientSamples, type ProtocolSample, type Said, serverSamples } from './agent-samples.ts'
import { catalogSamples } from './catalog-samples.ts'
import { businessSamples, shopClientSamples } from './shop-samples.ts'

const sections: readonly (readonly [title: string, samples: readonly ProtocolSample[], codes: readonly string[]])[] = [
  ['Catalogs: CatalogError', catalogSamples, catalogErrorCodes],
  ['Agents: AgentError', [...serverSamples, ...clientSamples], [...Object.keys(wireErrors), ...clientErrorCodes]],
  ['Shops: CommerceError', [...shopClientSamples, ...businessSamples], commerceErrorCodes],
]

type Row = Said & { readonly what: string }

const rows = new Map<string, readonly Row[]>()

it.each(sections)('[E-7] %s: each code has a sample', async (title, samples, codes) => {
  const own: Row[] = []
  for (const { what, error } of samples) own.push({ what, ...(await error()) })
  rows.set(title, own)
  const said = new Set(own.map(({ code }) => code))
  expect(codes.filter((code) => !said.has(code))).toEqual([])
  expect(own.filter(({ code }) => !codes.includes(code))).toEqual([])
})

it('[E-7] every message and hint is a sentence, and says nothing of the engine', () => {
  const all = [...rows.values()].flat()
  expect(all.filter(({ text }) => !/^\S.*[^.\s]$/s.test(text))).toEqual([])
  expect(all.filter(({ hint }) => hint !== '' && !/^\p{Lu}.*[.?]$/su.test(hint))).toEqual([])
  expect(all.filter(({ text, hint }) => /undefined\b(?!\.)|\[object|NaN/.test(text + hint))).toEqual([])
})

it('[E-7] what is said is in protocols.md', async () => {
  const tables = [...rows].map(([title, own]) => {
    const lines = own.map(
      ({ what, code, at, text, hint }) =>
        `| ${[what, `\`${code}\``, at, `${text}.${hint && ` ${hint}`}`].map(cellOf).join(' | ')} |`,
    )
    return `## ${title}\n\n| Sample | Code | Where | What is said |\n|---|---|---|---|\n${lines.join('\n')}\n`
  })
  const head =
    '# What agents, shops and catalogs are told\n\nMade by `protocols.test.ts`: `npm run unit -- test/errors -u`.\n'
  await expect([head, ...tables].join('\n')).toMatchFileSnapshot('./protocols.md')
})

/** Ports differ, and so do the engine's own words about JSON. */
function cellOf(text: string): string {
  return text
    .replace(/(127\.0\.0\.1|localhost):\d+/g, '$1:…')
    .replace(/(sent no JSON: ).*?\. (?=[A-Z])/, '$1…. ')
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, '…')
    .replaceAll('|', '\\|')
}
