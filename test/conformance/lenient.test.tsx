// Public streams in lenient mode, drawn: whatever they do that the schemas forbid, people see the texts.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRuntime, SurfaceList } from '../../src/index.ts'
import { describeCorpus, hasCatalogs, readFolder } from './corpus.ts'
import { literalsOf } from './literals.ts'
import { type Expected, textOf, wantedOf } from './shown.ts'

interface Stream {
  readonly messages: readonly unknown[]
}

afterEach(cleanup)

/** jsdom has no dialogs. */
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal(): void {
    this.open = true
  }
})

/** Streams with a message that is refused in lenient mode too, and why. */
const refused: { readonly [stream: string]: string } = {
  'v0_9/renderers-angular-src-v0_9__contact-card': 'functions "call" and "message", which the catalog has not',
}

function draw(messages: readonly unknown[]): HTMLElement {
  // The texts alone are looked at here: of what is left out, the console would tell at length.
  const runtime = createRuntime({ validation: 'lenient', locale: 'en-US', timeZone: 'UTC', onError: () => undefined })
  for (const message of messages) runtime.push(`${JSON.stringify(message)}\n`)
  runtime.end()
  const { container } = render(<SurfaceList runtime={runtime} />)
  for (const tab of screen.queryAllByRole('tab')) fireEvent.click(tab)
  for (const trigger of container.querySelectorAll('.sf-modal__trigger')) fireEvent.click(trigger)
  return container
}

describeCorpus('the texts of public streams in lenient mode', () => {
  for (const version of ['v0_8', 'v0_9']) {
    const streams = readFolder<Stream>(version).filter(([, { messages }]) => hasCatalogs(messages))
    const expected = new Map(
      readFolder<Expected>('dom_text').map(([, each]) => [`${each.version} ${each.example}`, each]),
    )

    it.each(streams)(`[C-8] ${version} %s`, (name, { messages }) => {
      const example = expected.get(`${version} ${name.replace(/^catalog-(?:basic|minimal)__/, '')}`)
      const named = example ? wantedOf(example) : []
      const wanted = named.length > 0 ? named : literalsOf(messages)
      const text = bare(textOf(draw(messages)))
      const missing = wanted.filter((part) => !text.includes(bare(part)))
      expect(missing).toEqual(refused[`${version}/${name}`] ? expect.arrayContaining([expect.anything()]) : [])
    })
  }
})

/** Without Markdown's signs and with one blank for many. */
function bare(text: string): string {
  return text
    .replace(/[*_#`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
