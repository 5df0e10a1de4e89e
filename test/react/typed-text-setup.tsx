// A surface made at random that is used and typed into, and what leaves the page meanwhile: addresses that are asked for, in their
// order, host names of links, what is encoded for the agent, events.
import { act, cleanup, fireEvent } from '@testing-library/react'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { lenient } from '../../src/lenient.ts'
import { soaking } from '../support/soak.ts'
import { mount } from './mount.tsx'
import { type Secret, type Story, secret, story } from './typed-text-stories.ts'

/** Everything that anybody but the user learns, in its order. */
async function leaving({ first, between, after, limits }: Story, typed: Secret): Promise<unknown> {
  const learnt: unknown[] = []
  const known = new WeakMap<Element, string>()
  /** Pictures that were loaded before the input began, or were asked for: the browser has them, so nobody is asked again. */
  const atHand = new Set<string>()
  const { set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src') ?? {}
  const loading = vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLImageElement,
    address,
  ) {
    set?.call(this, address)
    // An address that holds its data asks nobody.
    if (!/^http/.test(address)) return
    if (!atHand.has(`img ${address}`)) learnt.push(['loaded', address])
    atHand.add(`img ${address}`)
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
  await settle()
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
  type(field, typed.text)
  type(older, typed.text)
  agentSends(between)
  type(row, typed.text)
  for (const at of typed.chosen) {
    const option = options[at]
    if (option) fireEvent.click(option)
    look()
  }
  await settle()
  learnt.push('typed')
  agentSends(after)
  act(() => runtime.end())
  await settle()
  cleanup()
  changes.disconnect()
  loading.mockRestore()
  return learnt
}

/** Each surface is used twice, with different secrets typed, limits at their edges. */
export async function staysSecret(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(story, secret, secret, async (told, one, other) => {
      expect(await leaving(told, one)).toEqual(await leaving(told, other))
    }),
    { numRuns, ...(!soaking && { seed: 1 }) },
  )
}
