// Every public stream and every transcript, cut at each unit, with and without drafts.
import { act, cleanup } from '@testing-library/react'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { preload } from '../../../src/entries/index.ts'
import { progressive } from '../../../src/entries/progressive.ts'
import { describeCorpus, readFolder } from '../../conformance/corpus.ts'
import { type Mounted, mount } from '../../react/mount.tsx'
import { lines } from '../../support/messages.ts'
import { soaking } from '../../support/soak.ts'
import { plain, stateOf } from '../../support/state.ts'
import { transcripts } from '../../support/transcripts.ts'
import { linesOf, type } from './typing.ts'

interface Stream {
  readonly messages: readonly never[]
}

type Row = readonly [name: string, text: string]

await preload()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

function rowsOf(folder: string): readonly Row[] {
  return readFolder<Stream>(folder).map(([name, { messages }]) => [name, lines(...messages)])
}

/** All that a stream comes to: surfaces, reports and the page. */
function outcomeOf({ runtime, reports, container }: Mounted): unknown {
  return { state: stateOf(runtime), reports: reports.map(plain), page: writtenOut(container) }
}

/** Elements with their attributes in order. Ids that React numbers, and revisions, count what was drawn before. */
function writtenOut(node: Node): unknown {
  if (!(node instanceof Element)) return node.textContent
  const attributes = [...node.attributes].filter(({ name }) => name !== 'data-revision')
  return [
    node.localName,
    ...attributes.map(({ name, value }) => `${name}=${value.replaceAll(/_r_\w+_/g, '#')}`).sort(),
    [...node.childNodes].map(writtenOut),
  ]
}

async function settled(mounted: Mounted): Promise<unknown> {
  await act(async () => {
    mounted.runtime.end()
    await vi.advanceTimersByTimeAsync(20_000)
  })
  return outcomeOf(mounted)
}

/** The leaves of the page that say something, and what they say. */
function shownIn(container: HTMLElement): ReadonlyMap<Element, string> {
  const leaves = [...container.querySelectorAll('.sf-surface__body *')].filter((element) => !element.firstElementChild)
  return new Map(leaves.filter(({ textContent }) => textContent).map((leaf) => [leaf, leaf.textContent]))
}

let shownEarly = 0

async function compare(text: string, asBytes: boolean): Promise<void> {
  const whole = mount()
  for (const line of linesOf(text)) act(() => whole.runtime.push(line))
  const wanted = await settled(whole)
  cleanup()

  const typed = mount({ progressive })
  // To read the page after each unit would cost ten times as much as to draw it.
  let isRead = false
  const changes = new MutationObserver(() => {
    isRead = false
  })
  changes.observe(typed.container, { subtree: true, childList: true, characterData: true })
  let shown: ReadonlyMap<Element, string> = new Map()
  /** What was shown of lines that were accepted, and then no more. */
  let lost: readonly string[] = []
  for (const line of linesOf(text)) {
    let gone: readonly string[] = []
    shown = shownIn(typed.container)
    const { size } = shown
    const reports = typed.reports.length
    await type(typed.runtime, line, {
      asBytes,
      between() {
        if (typed.reports.length !== reports) expect(typed.reports).toHaveLength(reports)
        if (changes.takeRecords().length === 0 && isRead) return
        isRead = true
        const next = shownIn(typed.container)
        gone = [...gone, ...[...shown].flatMap(([leaf, said]) => (next.get(leaf) === said ? [] : [said]))]
        shown = next
      },
    })
    if (shown.size > size) shownEarly++
    if (typed.reports.length === reports) lost = [...lost, ...gone]
  }
  expect(await settled(typed)).toEqual(wanted)
  expect(lost).toEqual([])
}

const rows = [...transcripts, ...rowsOf('v0_9'), ...rowsOf('v0_8')]

it.each(rows)('[DR-2] %s ends in the same surfaces, reports and page', (_name, text) => compare(text, false))

// Of text in ASCII the cuts between bytes are those between units. The long form plays all.
const inBytes = soaking ? rows : rows.filter(([, text]) => /[^\p{ASCII}]/u.test(text))

describeCorpus('the same in bytes', () => {
  it.each(inBytes)('[DR-2] %s', (_name, text) => compare(text, true))
})

afterAll(() => expect(shownEarly).toBeGreaterThan(50))
