// Executes the code of README and guide as a reader would who has copied it: see run.ts.
import { expect, it, vi } from 'vitest'
import { type Block, blocksOf, documents, phrasesOf, textOf } from '../../support/documents.ts'
import type { Reader, Run } from './run.ts'
import { runs } from './table.ts'

/** Lines of the surface protocol are drawn by test/readme/surfaces.test.tsx; what is typed into a shell is in shell.ts. */
export const codeBlocks: readonly Block[] = documents
  .flatMap(blocksOf)
  .filter(({ language }) => language !== 'sh' && language !== 'jsonl')

/** A test for each heading whose code runs there. */
export function executeIn(place: Run['in']): void {
  for (const [file, headings] of Object.entries(runs))
    for (const [heading, run] of Object.entries(headings)) {
      if (run.in !== place) continue
      it(`[PA-9] ${file} is executed: ${heading}`, async ({ skip }) => {
        if (run.cannot) skip(run.cannot)
        await execute(file, heading, run)
      })
    }
}

let loads = 0

async function execute(file: string, heading: string, { run, elsewhere = {} }: Run): Promise<void> {
  const executed = new Set<string>()
  for (const [sample, test] of Object.entries(elsewhere)) {
    executed.add(sample)
    if (test !== `test/readme/${sample}`) expect(textOf(test)).toContain(`readme/${sample}'`)
  }
  const ends: (() => unknown)[] = [() => vi.unstubAllGlobals()]
  const reader: Reader = {
    async load(sample) {
      executed.add(sample)
      if (sample.endsWith('.json')) return JSON.parse(textOf(`test/readme/${sample}`))
      if (!sample.endsWith('.css')) return import(/* @vite-ignore */ `../${sample}?load=${++loads}`)
      const style = document.createElement('style')
      style.textContent = textOf(`test/readme/${sample}`)
      document.head.append(style)
      ends.push(() => style.remove())
      return style as never
    },
    owns: (names) => {
      for (const [name, value] of Object.entries(names)) vi.stubGlobal(name, value)
    },
    after: (end) => void ends.push(end),
    says: (phrase) => expect(phrasesOf(textOf(file))).toContain(phrase),
  }
  try {
    await run?.(reader)
  } finally {
    for (const end of ends.toReversed()) await end()
  }
  const texts = [...executed].map((sample) => textOf(`test/readme/${sample}`))
  const left = codeBlocks.filter(
    (block) => block.file === file && block.heading === heading && !texts.some((text) => text.includes(block.code)),
  )
  expect(left.map(({ code }) => code)).toEqual([])
}
