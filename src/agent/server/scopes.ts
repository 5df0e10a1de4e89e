/** What a caller may do, by scopes. Loaded where the host asks for some. */
import { AgentError } from '../protocol/error.ts'
import type { AgentCard } from '../protocol/types.ts'
import type { Caller } from './options.ts'

/**
 * Throws `PERMISSION_DENIED` unless the caller has all the scopes. `execute` may call it before its first yield: the answer to SendMessage is then
 * 403 with a challenge that names the scopes, and a client that signs in by itself comes back with them. A stream has begun by
 * then, and ends with the error: there the option `scopes` of the server asks in time, or a state `auth-required`.
 */
export function requireScopes({ scopes: held = [] }: Caller, scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !held.includes(scope))
  if (missing.length === 0) return
  throw new AgentError('PERMISSION_DENIED', `The credentials lack the scopes ${missing.join(' ')}`, {
    hint: 'Sign in with these scopes too.',
    challenge: {
      error: 'insufficient_scope',
      error_description: `Missing: ${missing.join(' ')}`,
      // With those that the caller has: a new token takes the place of the old one.
      scope: [...new Set([...held, ...scopes])].join(' '),
    },
  })
}

/**
 * Throws `PERMISSION_DENIED` unless the caller has the scopes of one of the skill's requirements. Of a skill without requirements
 * nothing is asked. Throws a `TypeError` for a skill that the card does not have.
 */
export function requireSkill(caller: Caller, card: Pick<AgentCard, 'skills'>, id: string): void {
  const skill = card.skills.find((one) => one.id === id)
  if (!skill) throw new TypeError(`The card has no skill "${id}"`)
  const ways = (skill.securityRequirements ?? []).map(({ schemes }) =>
    Object.values(schemes).flatMap(({ list = [] }) => list),
  )
  const [first] = ways
  const { scopes: held = [] } = caller
  if (!first || ways.some((scopes) => scopes.every((scope) => held.includes(scope)))) return
  requireScopes(caller, first)
}
