// Whose a surface is, what keeps agents apart, and what people can rely on. One agent, one runtime: that is how ownership is
// decided (src/decisions.md), so two agents are two runtimes side by side. What lies over what needs a browser, in
// e2e/identity.spec.ts. The demo takes no address of a transcript, so there is nothing to fetch.
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createSettings } from '../../demo/settings.ts'
import { transcriptOf, transcripts } from '../../demo/transcripts.ts'
import { SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, DS, lines, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount as bind } from '../surface/mount.ts'
import { mount, only, texts } from './mount.tsx'

/** Reports of what fails while drawing come a moment later. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

function button(context: JsonObject = {}): readonly JsonObject[] {
  return [
    { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go', context } } },
    T('label', 'Go'),
  ]
}

const form: readonly JsonObject[] = [
  { id: 'root', component: 'Column', children: ['name', 'pick', 'pw'] },
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  {
    id: 'pick',
    component: 'ChoicePicker',
    variant: 'mutuallyExclusive',
    options: [
      { label: 'A', value: 'a' },
      { label: 'B', value: 'b' },
    ],
    value: { path: '/pick' },
  },
  { id: 'pw', component: 'TextField', label: 'Password', variant: 'obscured', value: { path: '/pw' } },
]

describe('two agents', () => {
  it('[O-4] [SF-4] learn nothing of one another, by models or by events', () => {
    const [a, b] = [record(), record()]
    a.send(CS('a1', { sendDataModel: true }), UC('a1', button({ all: { path: '/' } })), UD('a1', '/', { own: 'A' }))
    b.send(CS('b1', { sendDataModel: true }), CS('b2'), UD('b1', '/', { own: 'B' }), UD('b2', '/', { own: 'silent' }))
    bind(a.runtime.surface('a1')).binding.act('action')
    expect(a.events.map(({ surfaceId, context }) => [surfaceId, context])).toEqual([['a1', { all: { own: 'A' } }]])
    expect(b.events).toEqual([])
    expect(JSON.stringify(a.runtime.clientDataModel())).not.toContain('B')
    expect(JSON.stringify(b.runtime.clientDataModel())).not.toMatch(/"A"|silent/)
  })
})

describe('another agent', () => {
  it('[SF-1] [SF-4] reaches no surface that is not its own, and may use the same ids', () => {
    const [a, b] = [record(), record()]
    a.send(CS('a1'), UD('a1', '/to', 'Ada'), UC('a1', [T('root', { path: '/to' })]))
    b.send(UD('a1', '/to', 'attacker'), UC('a1', [T('root', 'attacker')]), DS('a1'))
    expect(b.codes()).toEqual(['SURFACE_NOT_FOUND', 'SURFACE_NOT_FOUND'])
    b.send(CS('a1'), UC('a1', [T('root', 'of B')]), DS('a1'))
    expect([a.shown('a1'), a.codes()]).toEqual(['Ada', []])
  })
})

describe("an action's context", () => {
  it.each(['../../x', '/../../x', '/__proto__/x', '../secret/x'])(
    '[B-7] [SF-4] reads its own model only: %s',
    (path) => {
      const { send, runtime, events, reports } = record()
      send(CS('secret'), UD('secret', '/', { x: 'hidden' }), CS('s'), UD('s', '/', { y: 1 }))
      send(UC('s', button({ stolen: { path } })))
      if (reports.length > 0) {
        expect(reports.map(({ code }) => code)).toEqual(['POINTER_FORBIDDEN'])
        return
      }
      bind(runtime.surface('s')).binding.act('action')
      expect(events.map(({ context }) => context)).toEqual([{ stolen: null }])
    },
  )
})

describe('an action of what is gone', () => {
  it('[B-9] [SF-3] is not sent, even where a new surface has its id', async () => {
    const { send, runtime, events, codes } = record()
    send(CS('s'), UC('s', button()))
    const { binding } = bind(runtime.surface('s'))
    send(DS('s'))
    await Promise.resolve()
    send(CS('s'), UC('s', button()))
    binding.act('action')
    expect([events, codes()]).toEqual([[], ['ACTION_STALE']])
    bind(runtime.surface('s')).binding.act('action')
    expect(events).toHaveLength(1)
  })
})

describe('the label', () => {
  const claim = { agentDisplayName: 'Your Bank \u202Egro.live', iconUrl: 'https://evil.example/i.png' }
  const messages = [CS('s', { theme: claim }), UC('s', [T('root', 'x')])]

  it("[R-17] is the host's, where it says whose the surface is", () => {
    const agent = { name: 'Sample Travel', icon: '/signs/travel.svg' }
    const { container, page, runtime } = mount({
      messages,
      media: 'none',
      ui: ({ runtime }) => <SurfaceList runtime={runtime} agent={agent} />,
    })
    expect(screen.getByRole('article', { name: 'Sample Travel' })).toBeTruthy()
    expect(only(container, '.sf-agent').textContent).toBe('Sample Travel')
    expect(only(container, 'img').getAttribute('src')).toBe('/signs/travel.svg')
    page.rerender(<SurfaceList runtime={runtime} agent={{ name: 'Another' }} />)
    expect(only(container, '.sf-agent').textContent).toBe('Another')
    // Nor the agent's sign beside the host's name.
    expect(container.querySelector('img')).toBeNull()
  })

  it.each([
    ['signs that turn the direction', 'Your Bank \u202Egro.live', 'Your Bank gro.live'],
    ['lines and controls', 'Your\n\u0007 Bank', 'Your Bank'],
    ['40 characters', 'x'.repeat(40), 'x'.repeat(40)],
    ['41 characters', 'x'.repeat(41), `${'x'.repeat(39)}…`],
    ['characters of two units', '😀'.repeat(41), `${'😀'.repeat(39)}…`],
    ['what cannot be seen, and then a name', `${'\u200b'.repeat(60)}Bank`, undefined],
  ])("[R-17] of the agent's own is one short line: %s", (_, agentDisplayName, shown) => {
    const { container } = mount({ messages: [CS('s', { theme: { agentDisplayName } }), UC('s', [T('root', 'x')])] })
    expect(container.querySelector('.sf-agent__name')?.textContent).toBe(shown)
  })
})

describe('two surfaces of the same components', () => {
  it('[SF-4] [R-7] share no id and no group of radio buttons, in one runtime or in two', async () => {
    const [a, b] = [record(), record()]
    a.send(CS('s'), UC('s', form), CS('t'), UC('t', form))
    b.send(CS('s'), UC('s', form))
    const { container } = render(
      <>
        <SurfaceList runtime={a.runtime} />
        <SurfaceList runtime={b.runtime} />
      </>,
    )
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(9)
    expect(new Set(ids).size).toBe(ids.length)
    for (const radio of screen.getAllByRole('radio', { name: 'A' })) await userEvent.click(radio)
    for (const radio of screen.getAllByRole('radio', { name: 'A' })) expect(radio).toHaveProperty('checked', true)
    expect(b.runtime.surface('s')?.data.get('/pick')).toEqual(['a'])
  })
})

describe('what is typed into an obscured field', () => {
  it('[BC-2] is not remembered by the browser, and shown by no label', () => {
    const { container } = mount({ messages: [CS('s'), UC('s', form)] })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'hunter2' } })
    const field = only<HTMLInputElement>(container, 'input[type="password"]')
    expect(field.autocomplete).toBe('off')
    expect(container.textContent).not.toContain('hunter2')
  })

  const leaks: readonly (readonly [what: string, text: JsonObject])[] = [
    ['currency', { call: 'formatCurrency', args: { value: 1, currency: { path: '/pw' } } }],
    ['pattern of a date', { call: 'formatDate', args: { value: '2030-01-01', format: { path: '/pw' } } }],
    ['template', { call: 'formatString', args: { value: { path: '/pw' } } }],
  ]

  it.each(leaks)('[TT-2] [FN-3] is in no report to the agent: as a %s', async (_, text) => {
    let reported = 0
    for (const typed of ['hunter2', `\${hunter2`, `\${hunter2(`]) {
      const { send, runtime, reports } = record()
      send(CS('s'))
      runtime.surface('s')?.data.set('/pw', typed)
      send(UC('s', [T('root', text)]))
      bind(runtime.surface('s'))
      await settled()
      reported += reports.length
      for (const report of reports) expect(runtime.encode(report)).toBeUndefined()
    }
    expect(reported).toBeGreaterThan(0)
  })

  it("[TT-2] [FN-12] is in no report to the agent of an address that is not opened; the agent's own is", async () => {
    const open = { functionCall: { call: 'openUrl', args: { url: { path: '/pw' } } } }
    const component = { id: 'root', component: 'Button', child: 'label', action: open }
    const { send, runtime, reports } = record()
    send(CS('s'), UC('s', [component]), UD('s', '/pw', 'own:secret'))
    const { binding } = bind(runtime.surface('s'))
    binding.act('action')
    await settled()
    expect(reports.map(({ message }) => message)).toEqual([expect.stringContaining('own:')])
    send(UC('s', [component]))
    runtime.surface('s')?.data.set('/pw', 'hunter2:x')
    binding.act('action')
    await settled()
    expect(reports.map((report) => [report.code, runtime.encode(report) !== undefined])).toEqual([
      ['FUNCTION_FAILED', true],
      ['FUNCTION_FAILED', false],
    ])
    expect(reports.at(-1)?.place.at).toContain('/action')
  })
})

describe("the demo's address", () => {
  it.each(['#javascript:alert(1)', '#https://evil.example/x.jsonl', '#__proto__', `#${'x'.repeat(5_000_000)}`])(
    '[R-14] names one of its own transcripts, or the first: %.40s',
    (hash) => expect(transcriptOf(hash)).toBe(transcripts[0]),
  )

  it('[R-14] has no setting but the known ones', () => {
    const settings = createSettings('?transcript=javascript:alert(1)&theme=</script>&speed=__proto__&width=1e9')
    expect(settings.getSnapshot()).toEqual(createSettings('').getSnapshot())
  })
})

describe('what a line of faults may cost', () => {
  it('[J-3] [R-19] a key that is repeated 90,000 times makes a hundred reports', () => {
    const { runtime, reports } = record()
    runtime.push(lines(`{${Array.from({ length: 90_000 }, () => '"a":1').join(',')}}`))
    expect(reports.length).toBeLessThanOrEqual(101)
    expect(texts(document)).toEqual([])
  })

  it('[C-7] [R-19] an id that is used 15,000 times makes a hundred', () => {
    const { send, reports, shown } = record()
    send(CS('s'), UC('s', [...Array.from({ length: 14_999 }, () => T('root', 'x')), T('root', 'last')]))
    expect([reports.length, shown('s')]).toEqual([100, 'last'])
  })
})
