// What screen readers hear of an answer.
import { act, renderHook } from '@testing-library/react'
import type { ConversationMessage } from 'surface-runtime/agent'
import { expect, it } from 'vitest'
import { useAnnouncement } from '../../../demo/chat/use-announcement.ts'

const said = (
  messageId: string,
  text: string,
  role: ConversationMessage['role'] = 'ROLE_AGENT',
): ConversationMessage => ({
  ...{ messageId, role, parts: [{ text }], surfaceIds: [], delivery: 'sent', taskId: 't' },
})

it('[CH-26] words that bridge the time are not announced, even where they are the last for now', async () => {
  const asked = said('1', 'shoes', 'ROLE_USER')
  const looking = said('2', 'Looking …')
  const restored = Promise.resolve()
  const { result, rerender } = renderHook(
    ({ messages, busy }) => useAnnouncement(messages, new Set(), busy, restored),
    { initialProps: { messages: [asked], busy: true } },
  )
  await act(() => restored)
  rerender({ messages: [asked, looking], busy: true })
  rerender({ messages: [asked, looking], busy: false })
  expect(result.current).toBe('')
  rerender({ messages: [asked, looking, said('3', 'Three things fit.')], busy: false })
  expect(result.current).toBe('Three things fit.')
})
