/** Cards that are kept between connections, as HTTP says (RFC 9111). Loaded where the host gives a cache. */
import type { AgentCard } from '../protocol/types.ts'

/** A card as it came, and when it has to be asked for again. */
export interface CachedCard {
  readonly card: unknown
  readonly etag: string | undefined
  /** Milliseconds since the epoch. */
  readonly freshUntil: number
}

/** Cards by address. A browser has a cache of its own; elsewhere a `Map` that lives as long as the program will do. */
export interface CardCache {
  get(url: string): CachedCard | undefined
  set(url: string, card: CachedCard): unknown
}

/** Asks for a card. `cardOf`: the card of an answer. `keep`: called with a card that has passed its checks. */
export type AskForCard = (
  headers: Readonly<Record<string, string>>,
  cardOf: (response: Response) => Promise<unknown>,
  keep?: (card: unknown, headers: Headers) => void,
) => Promise<AgentCard>

interface CacheParts {
  readonly cache: CardCache
  readonly ask: AskForCard
  /** The card in the body of an answer. */
  readonly body: (response: Response) => Promise<unknown>
  /** Rejects with what is wrong with a card. */
  readonly check: (card: unknown, signal?: AbortSignal) => Promise<AgentCard>
  readonly signal: AbortSignal | undefined
}

/** Only what passes `check` is kept. */
export async function throughCache(url: string, { cache, ask, body, check, signal }: CacheParts): Promise<AgentCard> {
  const kept = cache.get(url)
  if (!kept) return ask({}, body, (card, headers) => keep(cache, url, card, headers))
  if (kept.freshUntil > Date.now()) return check(kept.card, signal)
  return ask(
    kept.etag === undefined ? {} : { 'if-none-match': kept.etag },
    async (response) => (response.status === 304 ? kept.card : body(response)),
    (card, headers) => keep(cache, url, card, headers, kept.etag),
  )
}

/** Seconds that a card is kept at most, whatever its headers say: a wrong one must not stay for ever. */
const maxAge = 86_400

/** `no-store` keeps nothing, and without `max-age` the card is asked for again. */
function keep(cache: CardCache, url: string, card: unknown, headers: Headers, before?: string): void {
  const control = headers.get('cache-control') ?? ''
  if (/\bno-store\b/i.test(control)) return
  const seconds = /\bno-cache\b/i.test(control) ? 0 : Number(/\bmax-age=(\d+)/i.exec(control)?.[1] ?? 0)
  const freshUntil = Date.now() + Math.min(seconds, maxAge) * 1000
  cache.set(url, { card, etag: headers.get('etag') ?? before, freshUntil })
}
