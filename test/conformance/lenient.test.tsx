// Public streams in lenient mode, drawn: whatever they do that the schemas forbid, people see the texts.

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createRuntime, type SurfaceError, SurfaceList } from '../../src/entries/index.ts'
import { lenient } from '../../src/entries/lenient.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { describeCorpus, hasCatalogs, readFolder } from './corpus.ts'
import { literalsOf } from './literals.ts'
import { type Expected, textOf, wantedOf } from './shown.ts'

interface Stream {
  readonly messages: readonly unknown[]
}

afterEach(cleanup)

/** A stream that has no components. */
const dataAlone = 'v0_8 samples-agent-adk-custom-components-example__chart_node_click'

function draw(messages: readonly unknown[], reports: SurfaceError[] = []): HTMLElement {
  const runtime = createRuntime({
    validation: lenient,
    locale: 'en-US',
    timeZone: 'UTC',
    onError: (error) => void reports.push(error),
  })
  for (const message of messages) runtime.push(`${JSON.stringify(message)}\n`)
  runtime.end()
  const { container } = render(<SurfaceList runtime={runtime} />)
  for (const tab of screen.queryAllByRole('tab')) fireEvent.click(tab)
  for (const trigger of container.querySelectorAll('.sf-modal__trigger')) fireEvent.click(trigger)
  return container
}

/** Whether the surface shows anything but its frame, notices and places that are kept. */
function isSeen(container: HTMLElement): boolean {
  for (const notice of container.querySelectorAll('.sf-notice')) notice.remove()
  const visible = 'img, svg, video, audio, input, textarea, button, hr, .sf-image, .sf-media'
  return container.textContent?.trim() !== '' || container.querySelector(visible) !== null
}

describeCorpus('public streams in lenient mode', () => {
  for (const version of ['v0_8', 'v0_9']) {
    const expected = new Map(
      readFolder<Expected>('dom_text').map(([, each]) => [`${each.version} ${each.example}`, each]),
    )

    it.each(readFolder<Stream>(version))(`[C-8, LN-8] ${version} %s`, (name, { messages }) => {
      const reports: SurfaceError[] = []
      const container = draw(messages, reports)
      const text = bare(textOf(container))
      expect(isSeen(container)).toBe(`${version} ${name}` !== dataAlone)
      const errors = reports.filter(({ severity }) => severity === 'error').map(({ code }) => code)
      expect(errors).toEqual([])
      if (!hasCatalogs(messages)) return
      const example = expected.get(`${version} ${name.replace(/^catalog-(?:basic|minimal)__/, '')}`)
      const named = example ? wantedOf(example) : []
      const wanted = named.length > 0 ? named : literalsOf(messages)
      expect(wanted.filter((part) => !text.includes(bare(part)))).toEqual([])
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

it('[LN-4] an icon of unknown name draws nothing, and its label stays', () => {
  const reports: SurfaceError[] = []
  const icon = { id: 'root', component: 'Icon', name: 'unicorn', accessibility: { label: 'A unicorn' } }
  const container = draw([CS('s'), UC('s', [icon])], reports)
  expect(reports).toMatchObject([{ severity: 'warning', code: 'VALIDATION_FAILED' }])
  expect(screen.getByRole('img', { name: 'A unicorn' }).querySelector('[d]:not([d=""])')).toBeNull()
  expect(container.querySelector('.sf-notice')).toBeNull()
})

it('[LN-4] so does one in a button, and the label of the button stays, in v0.8 too', () => {
  const icon = v08.C('i', 'Icon', { name: { literalString: 'unicorn' } })
  const row = v08.C('r', 'Row', { children: { explicitList: ['i', 't'] } })
  const button = v08.C('root', 'Button', { child: 'r', action: { name: 'go' } })
  const reports: SurfaceError[] = []
  draw([v08.SU('s', [icon, row, button, v08.T('t', 'Buy')]), v08.BR('s')], reports)
  expect(reports).toMatchObject([{ severity: 'warning', code: 'VALIDATION_FAILED' }])
  expect(screen.getByRole('button', { name: 'Buy' }).querySelector('svg path[d]:not([d=""])')).toBeNull()
})

it('[LN-7] the children of an unknown type are drawn in its place', () => {
  const container = draw([
    CS('s'),
    UC('s', [{ id: 'root', component: 'Grid', children: ['a', 'b'] }, T('a', 'first'), T('b', 'second')]),
  ])
  expect([container.textContent, container.querySelector('.sf-notice')]).toEqual(['firstsecond', null])
})
