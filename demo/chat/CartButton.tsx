/** The way to the cart, wherever the page is: to the newest surface of it, else to the agent with the words for it. */
import { useSyncExternalStore } from 'react'
import { type Surface, useSurfaces } from 'surface-runtime'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words/use-words.ts'
import type { Session } from './session.ts'
import { surfaceKindOf } from './surface-kind.ts'

export interface CartButtonProps {
  readonly session: Session
}

/** Nothing for an agent that has no skill with the tag `cart`. */
export function CartButton({ session }: CartButtonProps) {
  const words = useWords()
  const { skills = [] } = session.agent.card as Partial<typeof session.agent.card>
  const cart = useSurfaces(session.runtime).findLast(({ id }) => surfaceKindOf(id) === 'cart')
  const things = useThings(cart)
  if (!skills.some(({ tags }) => tags.includes('cart'))) return null
  const name = things === 0 ? words.cart : words.cartOf(things)

  function show(): void {
    const place = cart && document.querySelector<HTMLElement>(`[data-surface="${CSS.escape(cart.id)}"]`)
    if (!place) {
      session.send(words.showCart)
      return
    }
    place.scrollIntoView({ block: 'start' })
    // The next key leads into it.
    place.focus({ preventScroll: true })
  }

  return (
    <button type="button" className="composer__button cart-button" aria-label={name} title={name} onClick={show}>
      <Icon name="cart" />
      {things > 0 && (
        <span className="cart-button__count" aria-hidden="true">
          {things}
        </span>
      )}
    </button>
  )
}

/** As the cart's surface has them, with what the user typed there. */
function useThings(cart: Surface | undefined): number {
  return useSyncExternalStore(
    (listener) => cart?.data.subscribe('/cart', listener) ?? (() => undefined),
    () => countOf(cart?.data.get('/cart/lines')),
  )
}

/** In v0.8 a list is an object of its indices. */
function countOf(lines: unknown): number {
  const all: readonly unknown[] = typeof lines === 'object' && lines !== null ? Object.values(lines) : []
  return all.reduce<number>((sum, line) => sum + (Number((line as { quantity?: unknown } | null)?.quantity) || 0), 0)
}
