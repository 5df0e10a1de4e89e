// What the browser remembers of conversations, and what can be taken out of one.
import { basicCatalog, createRuntime } from 'surface-runtime'
import type { ConversationMessage } from 'surface-runtime/agent'
import { recordRuntime } from 'surface-runtime/inspector'
import { afterEach, expect, it, vi } from 'vitest'
import { createSurfaceWriter } from '../../../demo/agent/surface-writer.ts'
import { answersOf } from '../../../demo/chat/answers.ts'
import { openChatStore } from '../../../demo/chat/chat-store.ts'
import { scenesIn } from '../../../demo/chat/passing-messages.ts'
import { linesOf } from '../../../demo/chat/surface-record.ts'
import { createConversation } from '../../../demo/conversation.ts'
import { resultsFrame } from '../../../demo/shop/agent/results-surface.ts'
import { english } from '../../../demo/shop/agent/words/english.ts'
import { shopCatalog } from '../../../demo/shop/catalog/catalog.tsx'
import { wordsIn } from '../../../demo/words/use-words.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const titles = (store: ReturnType<typeof openChatStore>): readonly string[] =>
  store.getSnapshot().map(({ title }) => title)

function talk(store: ReturnType<typeof openChatStore>, said: string, updated: number): string {
  store.open()
  store.saved(store.current()).write({ said: [said], updated })
  return store.current()
}

it('[CH-20] conversations of one agent are listed, the newest first, and none in which nothing was said', () => {
  const store = openChatStore('one')
  talk(store, 'socks', 1)
  const boots = talk(store, 'boots', 3)
  talk(store, 'a tent', 2)
  store.open()
  store.saved(store.current()).write({ draft: 'half a thought' })
  expect(titles(store)).toEqual(['boots', 'a tent', 'socks'])
  store.saved(boots).write({ title: 'For the hills' })
  expect(titles(store)).toEqual(['For the hills', 'a tent', 'socks'])
  expect(store.getSnapshot()[0]?.words).toBe('for the hills\nboots')
  expect(titles(openChatStore('two'))).toEqual([])
  // A tab that is loaded again has its conversation open, and the draft in it.
  const again = openChatStore('one')
  expect(again.saved(again.current()).read().draft).toBe('half a thought')
  expect(titles(again)).toEqual(titles(store))
  const undo = again.remove(boots)
  expect(titles(again)).toEqual(['a tent', 'socks'])
  undo()
  expect(titles(again)).toEqual(['For the hills', 'a tent', 'socks'])
})

it('[CH-20] two tabs that have one conversation open lose nothing of one another', () => {
  const one = openChatStore('one')
  const id = talk(one, 'socks', 1)
  const other = openChatStore('one')
  one.saved(id).write({ tasks: ['t1'] })
  other.saved(id).write({ draft: 'half' })
  expect(one.saved(id).read()).toMatchObject({ tasks: ['t1'], draft: 'half', said: ['socks'] })
})

it('[CH-20] the 201st conversation takes the place of the one that was used longest ago', () => {
  const store = openChatStore('one')
  for (let index = 0; index < 201; index++) talk(store, `number ${index}`, index + 1)
  expect(store.getSnapshot()).toHaveLength(200)
  expect(titles(store).at(-1)).toBe('number 1')
  expect(Object.keys(localStorage).filter((key) => key.includes(':one:'))).toHaveLength(200)
})

it('[CH-20] a browser that stores nothing, or holds nonsense, has a conversation all the same', () => {
  localStorage.setItem('surface-runtime:chat:one:x', '{"tasks": 3}')
  localStorage.setItem('surface-runtime:chat:one:y', 'nonsense')
  expect(titles(openChatStore('one'))).toEqual([])
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const store = openChatStore('one')
  const id = talk(store, 'socks', 1)
  store.saved(id).write({ draft: 'half' })
  expect(store.saved(id).read()).toMatchObject({ said: ['socks'], draft: 'half' })
  expect(titles(store)).toEqual(['socks'])
})

let count = 0
const message = (text: string, more: Partial<ConversationMessage> = {}): ConversationMessage => ({
  ...{ messageId: `m${++count}`, role: 'ROLE_AGENT', parts: text === '' ? [] : [{ text }], surfaceIds: [] },
  ...{ delivery: 'sent', taskId: 't', ...more },
})

it('[CH-21] an answer is what the agent says in a row for one task, without what is not shown', () => {
  const looking = message('Looking …')
  const found = message('Two things fit.')
  const results = message('', { surfaceIds: ['results', 'gone'] })
  const asked = message('more', { role: 'ROLE_USER' })
  const rest = message('That was all.', { taskId: 'u' })
  const answers = answersOf([looking, found, results, asked, rest], new Set([looking.messageId]), new Set(['results']))
  expect([...answers]).toEqual([
    [results.messageId, { text: 'Two things fit.', surfaceIds: ['results'] }],
    [rest.messageId, { text: 'That was all.', surfaceIds: [] }],
  ])
})

it('[CH-21] what was recorded plays as a transcript to the same surfaces, without a fault', () => {
  const faults: unknown[] = []
  const runtime = createRuntime({ catalogs: [shopCatalog, basicCatalog], onError: (error) => void faults.push(error) })
  const record = recordRuntime(runtime)
  for (const [index, version] of (['v0.9', 'v0.8'] as const).entries()) {
    const surface = { ...createSurfaceWriter(`results-${index}`, version, '#0F766E'), words: english }
    runtime.apply(resultsFrame(surface, 'Things', version === 'v0.9', 1))
    runtime.apply([surface.data('/items/0', { id: 'a', name: 'A', title: 'A', words: 'a' }), ...surface.begin()])
  }
  const source = record.toJsonl()
  expect(linesOf(record, ['results-1']).split('\n')).toHaveLength(5)
  const played = createConversation(
    { id: 'saved', title: 'Saved', version: 'both', summary: '', prompt: '', reply: '', source },
    { speed: 'instant', lines: 'whole', locale: 'browser', validation: 'strict', fault: 'none', seed: '1' },
  )
  while (played.player.getSnapshot().state !== 'done') played.player.step()
  expect([faults, played.recording.getSnapshot().errors]).toEqual([[], []])
  const ids = (one: Pick<typeof runtime, 'surfaces'>): string[] => one.surfaces.getSnapshot().map(({ id }) => id)
  expect(ids(played.runtime)).toEqual(ids(runtime))
  played.dispose()
  runtime.dispose()
})

it('[CH-24] words for developers are told apart by what the agent says of them', () => {
  const scene = message('agreed', { metadata: { 'https://surface-runtime.example/behind-the-scenes': true } })
  const other = message('found', { metadata: { 'https://surface-runtime.example/behind-the-scenes': 'yes' } })
  expect([...scenesIn([scene, other, message('hello')])]).toEqual([scene.messageId])
})

it('[CH-24] the page takes the first language of the visitor that it speaks, else English', () => {
  const languageOf = (...wanted: readonly string[]): string => wordsIn(wanted).language
  expect(languageOf('de-AT', 'en')).toBe('de')
  expect(languageOf('fr-FR', 'ar-EG', 'en')).toBe('ar')
  expect([languageOf('fr'), languageOf(), languageOf('constructor')]).toEqual(['en', 'en', 'en'])
})
