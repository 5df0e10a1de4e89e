// Examples, drawn: ours and those of others show the texts that are expected of them, and none is told of while it is drawn.
import { act, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createRuntime, type SurfaceError, SurfaceList } from '../../src/entries/index.ts'
import { streamCases } from './cases/streams.ts'
import { describeCorpus, readFolder } from './corpus.ts'
import { type Expected, textOf, wantedOf } from './shown.ts'

interface Stream {
  readonly messages: readonly unknown[]
}

interface Drawn {
  readonly container: HTMLElement
  /** Reports of messages. */
  readonly before: readonly string[]
  /** Reports of what was drawn; they come a microtask later. */
  readonly after: readonly string[]
}

async function draw(messages: readonly unknown[]): Promise<Drawn> {
  const errors: SurfaceError[] = []
  const runtime = createRuntime({ locale: 'en-US', timeZone: 'UTC', onError: (error) => void errors.push(error) })
  for (const message of messages) runtime.push(`${JSON.stringify(message)}\n`)
  runtime.end()
  const before = errors.map(worded)
  const { container } = render(<SurfaceList runtime={runtime} />)
  await act(async () => undefined)
  return { container, before, after: errors.slice(before.length).map(worded) }
}

function worded({ code, message }: SurfaceError): string {
  return `${code} ${message}`
}

const noIcon = 'VALIDATION_FAILED The value bound to "name" is no icon'
const refused = /^MEDIA_REFUSED /

/** Examples that are told of while they are drawn, and why. */
const reported: { readonly [example: string]: readonly (string | RegExp)[] } = {
  // The data have the names of another font of icons.
  'catalog-basic__07_task-card': [noIcon],
  'catalog-basic__16_workout-summary': [noIcon],
  'catalog-basic__27_stats-card': [noIcon, noIcon],
  // The picture has a relative address, or the words that were to be replaced by one.
  'samples-agent-adk-restaurant_finder__confirmation': [refused],
  'tools-composer-src-data__restaurant-finder': [refused],
}

function messagesOf({ version, example }: Expected): readonly unknown[] {
  const names = ['catalog-basic', 'catalog-minimal'].map((catalog) => `${catalog}__${example}`)
  return readFolder<Stream>(version).find(([name]) => names.includes(name))?.[1].messages ?? []
}

describe('answers, drawn', () => {
  it.each(streamCases.map((row) => [row.name, row] as const))('[R-7] [E-7] %s', async (_name, { messages, texts }) => {
    const { container, before, after } = await draw(messages)
    const text = textOf(container)
    expect([...before, ...after]).toEqual([])
    expect(texts.filter((part) => !text.includes(part))).toEqual([])
  })
})

describeCorpus('the texts of public examples', () => {
  it.each(readFolder<Expected>('dom_text'))('[R-7] %s', async (_name, expected) => {
    const { container, before } = await draw(messagesOf(expected))
    const text = textOf(container)
    expect(before).toEqual([])
    expect(wantedOf(expected).filter((part) => !text.includes(part))).toEqual([])
  })
})

describeCorpus('public streams, drawn', () => {
  const streams = ['v0_8', 'v0_9'].flatMap((version) =>
    readFolder<Stream>(version).map(([name, { messages }]) => [version, name, messages] as const),
  )
  it.each(streams)('[E-7] [R-3] %s: %s is told of only for a known reason', async (_version, name, messages) => {
    const { after } = await draw(messages)
    const reasons = reported[name] ?? []
    expect(after).toEqual(
      reasons.map((reason) => (typeof reason === 'string' ? reason : expect.stringMatching(reason))),
    )
  })
})
