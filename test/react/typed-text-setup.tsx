// A surface made at random that is used and typed into, and what leaves the page meanwhile: addresses that are asked for, in their
// order, host names of links, what is encoded for the agent, events.
import { act, cleanup, fireEvent } from '@testing-library/react'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { lenient } from '../../src/entries/lenient.ts'
import { seedOf } from '../support/soak.ts'
import type { modules } from './late-modules.ts'
import { mount } from './mount.tsx'
import { type Secret, type Story, secret, story } from './typed-text-stories.ts'

/** A moment of a story at which the modules of parts may arrive or fail. At `online` the browser is online again. */
type Moment = 'before' | 'first key' | 'between' | 'typed' | 'online'

/** When the modules of parts arrive, and whether they cannot be loaded before. */
interface Arrival {
  readonly arrives: Moment
  readonly fails?: Moment
}

/** What decides when they do. */
type Modules = Pick<typeof modules, 'forget' | 'arrive' | 'fail'>

/** Everything that anybody but the user learns, in its order. `late`: absent where all modules are there. */
async function leaving(
  { first, between, after, limits, arrival }: Story & { readonly arrival?: Arrival },
  typed: Secret,
  late?: Modules,
): Promise<unknown> {
  const learnt: unknown[] = []
  late?.forget()
  const known = new WeakMap<Element, string>()
  /** Pictures that were loaded before the input began, or were asked for: the browser has them, so nobody is asked again. */
  const atHand = new Set<string>()
  // Elements that are no part of the page.
  const held = [HTMLImageElement.prototype, HTMLMediaElement.prototype].map((prototype) => {
    const { set } = Object.getOwnPropertyDescriptor(prototype, 'src') ?? {}
    return vi.spyOn(prototype, 'src', 'set').mockImplementation(function (
      this: HTMLImageElement | HTMLMediaElement,
      address: string,
    ) {
      set?.call(this, address)
      // An address that holds its data asks nobody.
      if (!/^http/.test(address)) return
      // What is held for a film is held for a sound as well: neither asks for anything before it is played.
      const kinds = this instanceof HTMLMediaElement ? ['video', 'audio'] : ['img']
      if (!kinds.every((kind) => atHand.has(`${kind} ${address}`))) learnt.push(['loaded', kinds[0], address])
      for (const kind of kinds) atHand.add(`${kind} ${address}`)
    })
  })
  const { container, send, runtime } = mount({
    // One fault does not refuse a whole surface made at random.
    validation: lenient,
    messages: first,
    limits,
    onError: (_, wire) => void (wire && learnt.push(wire)),
    onEvent: (event) => void learnt.push(event),
  })
  let isChanged = true
  const changes = new MutationObserver(() => {
    isChanged = true
  })
  changes.observe(container, { attributes: true, childList: true, subtree: true })
  const look = (): void => {
    // To look for elements takes longer than most changes do.
    if (changes.takeRecords().length === 0 && !isChanged) return
    isChanged = false
    for (const element of container.querySelectorAll('img, video, audio, source, a[href], link')) {
      const asked = ['src', 'poster', 'href']
        .flatMap((name) => element.getAttribute(name)?.match(/^http.*/) ?? [])
        .join()
      // An element that asked for an address does not ask again.
      if (asked === '' || known.get(element) === asked) continue
      known.set(element, asked)
      const kind = element.localName
      if (kind !== 'a' && atHand.has(`${kind} ${asked}`)) continue
      atHand.add(`${kind} ${asked}`)
      learnt.push([kind, asked])
    }
  }
  const settle = async (): Promise<void> => {
    await act(async () => undefined)
    act(() => void vi.advanceTimersByTime(300))
    look()
  }
  const agentSends = (messages: Story['after']): void => {
    for (const message of messages) {
      if (message) send(message)
      else act(() => runtime.end())
      look()
    }
  }
  /** The moment comes at which the modules may arrive: at first those of functions, then those that their results need. */
  const moment = async (now: Moment): Promise<void> => {
    if (!late) return
    if (now === 'online') window.dispatchEvent(new Event('online'))
    for (const [when, happen] of [
      [arrival?.fails, late.fail],
      [arrival?.arrives, late.arrive],
    ] as const)
      for (let turn = 0; turn < 2 && when === now; turn++) {
        await settle()
        await act(async () => happen())
      }
    await settle()
  }
  await settle()
  await moment('before')
  // The first inputs are those of the root.
  const [field, row, ...options] = container.querySelectorAll('input')
  const older = [...container.querySelectorAll<HTMLInputElement>('.sf-surface')].at(-1)?.querySelector('input')
  const type = (input: HTMLInputElement | null | undefined, value: string): void => {
    if (input) fireEvent.change(input, { target: { value } })
    look()
  }
  type(field, '-')
  type(row, '-')
  type(older, '-')
  await moment('first key')
  type(field, typed.text)
  type(older, typed.text)
  await moment('between')
  agentSends(between)
  type(row, typed.text)
  for (const at of typed.chosen) {
    const option = options[at]
    if (option) fireEvent.click(option)
    look()
  }
  await settle()
  await moment('typed')
  learnt.push('typed')
  agentSends(after)
  await moment('online')
  act(() => runtime.end())
  await settle()
  cleanup()
  changes.disconnect()
  for (const one of held) one.mockRestore()
  return learnt
}

const arrival = fc.constantFrom<Arrival[]>(
  ...(['before', 'first key', 'between', 'typed'] as const).map((arrives) => ({ arrives })),
  ...(['before', 'first key', 'typed'] as const).map((fails): Arrival => ({ fails, arrives: 'online' })),
)

/** The same with modules that come late, before the first key or after it. */
export async function staysSecretWith(late: Modules, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(story, secret, secret, arrival, async (told, one, other, when) => {
      const lateStory = { ...told, arrival: when }
      expect(await leaving(lateStory, one, late)).toEqual(await leaving(lateStory, other, late))
    }),
    { numRuns, ...seedOf(1) },
  )
}

/** Each surface is used twice, with different secrets typed, limits at their edges. */
export async function staysSecret(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(story, secret, secret, async (told, one, other) => {
      expect(await leaving(told, one)).toEqual(await leaving(told, other))
    }),
    { numRuns, ...seedOf(1) },
  )
}
