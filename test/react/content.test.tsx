// Content that would be more than text, as far as no browser is needed. The rest is in e2e/content.spec.ts, and where
// openUrl, the frame of a surface and Icon are tested.
import { fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConversation } from '../../demo/conversation.ts'
import { createSettings } from '../../demo/settings.ts'
import type { Transcript } from '../../demo/transcripts.ts'
import { SurfaceError } from '../../src/entries/index.ts'
import { Inspector, type InspectorTab } from '../../src/inspector/index.ts'
import { clip, type JsonObject } from '../../src/json/value.ts'
import { everywhere } from '../support/hostile-surface.ts'
import { hostileTexts, turningTexts } from '../support/hostile-texts.ts'
import { CS, lines, T, UC, UD } from '../support/messages.ts'
import { mount as bind } from '../surface/mount.ts'
import { mount, only } from './mount.tsx'

const alert = vi.fn()

beforeEach(() => vi.stubGlobal('alert', alert.mockClear()))

afterEach(() => {
  expect(alert).not.toHaveBeenCalled()
  expect('polluted' in {}).toBe(false)
  vi.unstubAllGlobals()
})

/** What Markdown may make of a text, beside what is there in any case. */
const ofMarkdown = new Set(['A', 'BLOCKQUOTE', 'BR', 'CODE', 'EM', 'H1', 'HR', 'LI', 'OL', 'PRE', 'STRONG', 'UL'])
const ofLinks = new Set(['href', 'rel', 'target'])

interface Drawn {
  readonly container: HTMLElement
  readonly tags: ReadonlySet<string>
  readonly attributes: ReadonlySet<string>
}

function drawn(text: string): Drawn {
  const { container } = mount({ messages: everywhere(text).map((message) => JSON.stringify(message)) })
  for (const input of container.querySelectorAll('input, textarea, [role="group"]')) fireEvent.blur(input)
  return contentOf(container)
}

function contentOf(container: HTMLElement): Drawn {
  const elements = [...container.querySelectorAll('*')]
  return {
    container,
    tags: new Set(elements.map(({ tagName }) => tagName)),
    attributes: new Set(elements.flatMap((element) => element.getAttributeNames())),
  }
}

/** Addresses that the page would ask for by itself. */
function asked(container: HTMLElement): readonly string[] {
  const loading = ['src', 'srcset', 'poster', 'data', 'action', 'background', 'style']
  const values = [...container.querySelectorAll('*')].flatMap((element) =>
    loading.map((name) => element.getAttribute(name) ?? ''),
  )
  return values.filter((value) => value.includes('evil.example'))
}

describe('a hostile text', () => {
  it('[R-14] is one of a hundred', () => {
    expect(new Set(hostileTexts).size).toBe(hostileTexts.length)
    expect(hostileTexts.length).toBeGreaterThanOrEqual(100)
  })

  const once: Drawn[] = []
  const harmlessly = (): Drawn => {
    once[0] ??= drawn('harmless')
    return once[0]
  }

  it.each(hostileTexts)('[R-14] [BC-14] stays a text in every place of a surface: %j', (text) => {
    const harmless = harmlessly()
    const { container, tags, attributes } = drawn(text)
    expect([...tags].filter((tag) => !harmless.tags.has(tag) && !ofMarkdown.has(tag))).toEqual([])
    expect([...attributes].filter((name) => !harmless.attributes.has(name) && !ofLinks.has(name))).toEqual([])
    for (const link of container.querySelectorAll('a')) expect(link.protocol).toMatch(/^(?:https?|mailto):$/)
    expect(asked(container)).toEqual([])
    expect(only(container, '.sf-slider__head > label').textContent).toBe(text)
    expect(container.querySelectorAll('.sf-field__error').length).toBeGreaterThan(0)
    for (const error of container.querySelectorAll('.sf-field__error')) expect(error.textContent).toBe(text)
  })
})

const transcript: Transcript = {
  id: 'hostile',
  title: 'Hostile',
  version: 'v0.9',
  summary: '',
  prompt: '',
  reply: '',
  source: '',
}

/** What a stream would say of this text: a surface that is named by it, an event, and lines that are refused for it. */
function linesWith(text: string): readonly (JsonObject | string)[] {
  const id = text.slice(0, 200)
  const button = { id: 'root', component: 'Button', child: id, action: { event: { name: text, context: { text } } } }
  return [
    CS(id, { theme: { agentDisplayName: text } }),
    UD(id, '/', { [text]: text }),
    UC(id, [button, T(id, text)]),
    UC(id, [{ id, component: text }]),
    UC(id, [{ ...T(id, 'x'), [`${text}?`]: 1 }]),
    { version: text },
    { version: 'v0.9', [text]: {} },
    text.replaceAll('\n', ' '),
  ]
}

/** The inspector, in front of a stream that holds these texts; the buttons have been pressed. */
function inspected(texts: readonly string[], tab: InspectorTab): Drawn {
  const source = lines(...texts.flatMap(linesWith))
  const conversation = createConversation({ ...transcript, source }, createSettings('?speed=instant').getSnapshot())
  conversation.player.play()
  for (const surface of conversation.runtime.surfaces.getSnapshot()) bind(surface).binding.act('action')
  const { container } = render(<Inspector runtime={conversation.runtime} placement="inline" tab={tab} />)
  for (let more = earlier(container); more; more = earlier(container)) fireEvent.click(more)
  conversation.dispose()
  return contentOf(container)
}

/** The button that shows lines before those on show. */
function earlier(container: Element): Element | null {
  return container.querySelector('.sf-i-note button')
}

describe('the inspector', () => {
  it.each(['lines', 'tree', 'data', 'events', 'errors', 'state'] as const)(
    '[E-7] shows hostile texts as texts: %s @all',
    (tab) => {
      const harmless = inspected(['harmless'], tab)
      const hostile = inspected(hostileTexts, tab)
      // Broken lines are no JSON and fail at more places, so the panels have a little more to show.
      const more = new Set(['CODE', 'WBR', 'PRE', 'P'])
      expect([...hostile.tags].filter((tag) => !harmless.tags.has(tag) && !more.has(tag))).toEqual([])
      expect([...hostile.attributes].filter((name) => !harmless.attributes.has(name))).toEqual([])
      expect(hostile.container.textContent).toContain('alert(1)')
      expect(asked(hostile.container)).toEqual([])
    },
  )
})

describe('where an origin is shown', () => {
  it.each(['Image', 'Video', 'AudioPlayer'])('[BC-1] letters that look like others are told apart: %s', (component) => {
    const media = { id: 'root', component, url: 'https://ex\u0430mple.com/a' }
    const { container } = mount({ messages: [CS('s'), UC('s', [media])], media: 'none' })
    expect(container.textContent).toContain('xn--exmple-4nf.com')
    expect(container.textContent).not.toContain('\u0430')
  })
})

/** Turns the direction of writing, or acts on a console. */
const acting = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

describe('signs that turn the direction of writing', () => {
  it.each(turningTexts)('[R-14] do not stand in the name of an agent: %j', (text) => {
    const { container, surface } = mount({
      messages: [
        CS('s', { theme: { agentDisplayName: `Sample ${text}\u0000\n\u001b[2J` } }),
        UC('s', [T('root', 'x')]),
      ],
    })
    const name = only(container, '.sf-agent__name').textContent
    expect(name).toMatch(/^Sample /)
    expect(name).not.toMatch(acting)
    expect([only(container, '.sf-surface').getAttribute('aria-label'), surface().theme.agentDisplayName]).toEqual([
      name,
      name,
    ])
  })

  it.each(['', ' ', '\u200b'.repeat(500), '\u202e\u2066', '\u0000', '\u3164', '\u0301'])(
    '[R-14] a name of which nothing can be seen is none: %j',
    (agentDisplayName) => {
      const { container } = mount({ messages: [CS('s', { theme: { agentDisplayName } }), UC('s', [T('root', 'x')])] })
      expect(container.querySelector('.sf-agent')).toBeNull()
      expect(only(container, '.sf-surface').getAttribute('aria-label')).toBe('Interactive reply')
    },
  )

  it.each(['Sample Agent', 'سعید\u200cپور', '👩‍👩‍👧 family', 'סוכן 5', 'e\u0301'])(
    '[R-14] other names stay: %s',
    (name) => {
      const { surface } = mount({
        messages: [CS('s', { theme: { agentDisplayName: name } }), UC('s', [T('root', 'x')])],
      })
      expect(surface().theme.agentDisplayName).toBe(name)
    },
  )

  it.each(turningTexts)('[R-14] [BC-1] do not stand beside a sentence of ours in a tooltip: %j', (description) => {
    const image = { id: 'root', component: 'Image', url: 'https://evil.example/a.png', variant: 'icon', description }
    const { container } = mount({ messages: [CS('s'), UC('s', [image])], media: 'none' })
    const title = only(container, '.sf-media').getAttribute('title')
    expect(title).toMatch(/Content from evil\.example is not shown here\.$/)
    expect(title).not.toMatch(acting)
  })

  it.each(turningTexts)('[E-7] are spelt out in reports: %j', async (text) => {
    const { reports } = mount({ messages: [CS('s'), UC('s', [{ id: 'root', component: `${text}\u001b[2J` }])] })
    expect(reports.map(({ code }) => code)).toEqual(['COMPONENT_UNKNOWN'])
    expect(reports[0]?.message).not.toMatch(acting)
    expect(reports[0]?.message).toContain('\\u001b')
  })

  it.each(['Text', 'Button', 'CheckBox', 'TextField', 'Slider', 'ChoicePicker', 'Tabs'])(
    '[R-14] and every text has a direction of its own: %s',
    (type) => {
      const { container } = drawn('\u202Eturned')
      const holders = [...container.querySelectorAll(`.${classes[type]}`)]
      expect(holders.length).toBeGreaterThan(0)
      for (const holder of holders) {
        expect(holder.closest('bdi, [dir="auto"]') ?? holder.querySelector('bdi, [dir="auto"]')).not.toBeNull()
      }
    },
  )
})

const classes: { readonly [type: string]: string } = {
  Text: 'sf-text',
  Button: 'sf-button',
  CheckBox: 'sf-checkbox',
  TextField: 'sf-field__label',
  Slider: 'sf-slider__head',
  ChoicePicker: 'sf-chip',
  Tabs: 'sf-tab',
}

describe('foreign text in a message of ours', () => {
  it('[E-7] is at most 80 characters long, spelt out or not', () => {
    for (const text of ['x'.repeat(81), '\u202e'.repeat(80), '\u0000'.repeat(1_000), 'x'.repeat(1_000)])
      expect(clip(text)).toHaveLength(80)
    expect(clip('x'.repeat(80))).toBe('x'.repeat(80))
    expect(new SurfaceError('INTERNAL', clip('a\nb'), { hint: '' }).message).toBe('a\\u000ab')
  })
})
