import { describe, expect, it, vi } from 'vitest'
import { openUrl } from '../../../src/basic/functions/open-url.ts'
import type { JsonValue } from '../../../src/json/value.ts'
import { call, settled, stage } from './calling.ts'

const address = 'https://host.example/chat/7?x=1'

function opened(url: JsonValue): unknown {
  const open = vi.fn()
  call(openUrl, { url }, { address, open })
  return open.mock.calls[0]?.[0]
}

describe('openUrl', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://127.0.0.1:8080/a?b#c', 'http://127.0.0.1:8080/a?b#c'],
    ['//other.example/x', 'https://other.example/x'],
    ['/help', 'https://host.example/help'],
    // A Cyrillic letter: in ASCII it differs from the Latin letter.
    ['https://ex\u0430mple.com', 'https://xn--exmple-4nf.com/'],
  ])('[FN-12] opens %s', (url, target) => expect(opened(url)).toBe(target))

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://host.example/1',
    'file:///etc/passwd',
    'intent://x#Intent;end',
    'ftp://example.com/',
    'mailto:a@example.com',
    'https://host.example@evil.example/',
    'https://user:secret@evil.example/',
    'https://',
    'http://[',
  ])('[FN-12] refuses %j', (url) => {
    const open = vi.fn()
    expect(() => call(openUrl, { url }, { address, open })).toThrow()
    expect(open).not.toHaveBeenCalled()
  })

  it('[FN-12] fails where there is no browser', () => {
    expect(() => call(openUrl, { url: 'https://example.com' })).toThrow('no browser')
  })

  it('[FN-12] never runs as a value, alone or within a text', () => {
    const open = { call: 'openUrl', args: { url: 'https://evil.example/auto' } }
    const inText = { call: 'formatString', args: { value: "${openUrl(url: 'https://evil.example/auto')}" } }
    for (const text of [open, inText]) {
      const { reports } = stage([{ id: 'root', component: 'Text', text }])
      expect(reports.map(({ code }) => code)).toEqual(['FUNCTION_NOT_PURE'])
    }
  })

  it('[FN-12] runs on an action of the user, with the values bound at that time', async () => {
    const open = vi.fn()
    vi.stubGlobal('window', { open })
    const action = (url: JsonValue): JsonValue => ({ functionCall: { call: 'openUrl', args: { url } } })
    const { binding, reports } = stage(
      [
        { id: 'root', component: 'Button', child: 'c', action: action({ path: '/link' }) },
        { id: 'bad', component: 'Button', child: 'c', action: action('javascript:alert(1)') },
      ],
      { link: 'https://example.com/1' },
    )
    binding().act('action')
    binding('bad').act('action')
    vi.unstubAllGlobals()
    expect(open.mock.calls).toEqual([['https://example.com/1', '_blank', 'noopener,noreferrer']])
    await settled()
    expect(reports.map(({ code, place }) => [code, place.componentId])).toEqual([['FUNCTION_FAILED', 'bad']])
  })
})
