/** `signIn`: from what a card demands to what goes onto requests, with one sign-in and one renewal for all that wait. */
import { type Cell, createCell } from '../../live/binding.ts'
import { readBearerChallenge, scopesIn } from '../../shared/oauth/challenge.ts'
import type { Conversation } from '../client/conversation.ts'
import type { Credentials, CredentialsRequest, SecurityNeed } from '../client/credentials.ts'
import { AgentError, lazyImport } from '../protocol/error.ts'
import type { SignIn, SignInOptions, SignInState } from './options.ts'
import { createTokenKeeper, type OneAtATime, type TokenKeeper } from './token-keeper.ts'

/** What one need of an agent is served by. */
type CredentialSource =
  | { readonly kind: 'secret'; readonly need: SecurityNeed }
  | { readonly kind: 'tls'; readonly need: SecurityNeed }
  | { readonly kind: 'token'; readonly need: SecurityNeed; readonly keeper: TokenKeeper }

/**
 * Signs in as the card of an agent says: `connectAgent(origin, { credentials: session.credentials })`. Of what the card offers, the
 * first way counts for which the options have all that is needed. Secrets and tokens go to the origin of the card, to `origins`,
 * and to the authorization servers of `clients`; never into an address, unless the card demands an API key there.
 *
 * Requests wait while the user signs in; look at `state` for what to show. They are rejected with an `AgentError`,
 * `UNAUTHENTICATED`, where there is no way in, the user gives up, or the authorization server refuses.
 */
export function signIn(options: SignInOptions = {}): SignIn {
  const state = createCell<SignInState>({ kind: 'signedOut' })
  let running: Promise<unknown> = Promise.resolve()
  const oneAtATime: OneAtATime = (run) => {
    const result = running.then(run)
    running = result.catch(() => undefined)
    return result
  }
  const keepers = (options.clients ?? []).map((client) => createTokenKeeper(client, options, state, oneAtATime))
  /** By the agent: what its last request needed, for tasks that want more. */
  const lastSources = new Map<string, Extract<CredentialSource, { kind: 'token' }>>()

  async function sourceOf(need: SecurityNeed): Promise<CredentialSource | undefined> {
    if (need.kind === 'mutualTls') return options.mutualTls ? { kind: 'tls', need } : undefined
    if (options.secrets && Object.hasOwn(options.secrets, need.scheme)) return { kind: 'secret', need }
    for (const keeper of keepers) if (await keeper.serves(need)) return { kind: 'token', need, keeper }
    return undefined
  }

  /** The first alternative of which everything can be had. */
  async function choose(needs: CredentialsRequest['needs']): Promise<readonly CredentialSource[]> {
    for (const alternative of needs) {
      const sources = (await Promise.all(alternative.map(sourceOf))).filter((source) => source !== undefined)
      if (sources.length === alternative.length) return sources
    }
    const wanted = needs
      .map((all) => all.map(({ scheme, kind }) => `"${scheme}" (${kind})`).join(' and '))
      .join(', or ')
    throw new AgentError('UNAUTHENTICATED', `The agent wants ${wanted}, which this sign-in does not have`, {
      hint: 'Give the options "clients", "secrets" or "mutualTls" what the card names.',
    })
  }

  async function credentialsOf(
    source: CredentialSource,
    request: CredentialsRequest,
  ): Promise<Credentials | undefined> {
    const { credentialsFor } = await lazyImport(import('../client/credentials.ts'))
    if (source.kind === 'tls') return credentialsFor(source.need, '')
    if (source.kind === 'secret') {
      const secret = options.secrets?.[source.need.scheme]
      const found = typeof secret === 'function' ? await secret(source.need, request.challenge !== undefined) : secret
      return found === undefined ? undefined : credentialsFor(source.need, found)
    }
    const { agent = request.origin } = request
    lastSources.set(agent, source)
    const challenge = readBearerChallenge(request.challenge ?? '')
    const more = challenge['error'] === 'insufficient_scope' ? scopesIn(challenge['scope']) : []
    const token = await source.keeper.token({
      ...{ need: source.need, agent, more },
      refused: more.length > 0 ? null : (request.refused?.get('authorization') ?? null),
    })
    return credentialsFor(source.need, token)
  }

  async function credentials(request: CredentialsRequest): Promise<Credentials | undefined> {
    if (request.needs.length === 0) return undefined
    const { origin } = new URL(request.url)
    const allowed = options.origins ?? [request.origin]
    if (!allowed.includes(origin))
      throw new AgentError('UNAUTHENTICATED', `Credentials may not go to ${origin}`, {
        hint: 'If the agent answers there, name this origin in the option "origins".',
      })
    const sources = await choose(request.needs)
    const parts = await Promise.all(sources.map((source) => credentialsOf(source, request)))
    return parts.includes(undefined) ? undefined : merged(parts as readonly Credentials[])
  }

  return {
    credentials,
    state,
    watch: (conversation) =>
      watchTasks(conversation, state, async (scopes) => {
        const agent = conversation.agent.address
        const source = lastSources.get(agent)
        await source?.keeper.token({ need: source.need, agent, more: scopes, refused: null })
      }),
    async signOut() {
      await Promise.all(keepers.map((keeper) => keeper.forget()))
      state.set({ kind: 'signedOut' })
    },
  }
}

function merged(parts: readonly Credentials[]): Credentials {
  const headers: Record<string, string> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part.headers ?? {}))) {
    const key = name.toLowerCase()
    if (headers[key] !== undefined && key !== 'cookie')
      throw new AgentError('UNAUTHENTICATED', `Two schemes of the agent want the header "${key}"`, {
        hint: 'Tell the maker of the agent: a header has one value.',
      })
    headers[key] = headers[key] === undefined ? value : `${headers[key]}; ${value}`
  }
  return {
    headers,
    query: Object.assign({}, ...parts.map(({ query }) => query)),
    include: parts.some(({ include }) => include),
  }
}

/** A task that waits for a sign-in is shown once; the answer goes to the task that waits. */
function watchTasks(
  conversation: Conversation,
  state: Cell<SignInState>,
  authorize: (scopes: readonly string[]) => Promise<void>,
): () => void {
  const shown = new Set<string>()
  const look = (): void => {
    for (const { id, state: now } of conversation.tasks.getSnapshot()) {
      if (now !== 'TASK_STATE_AUTH_REQUIRED') shown.delete(id)
      else if (!shown.has(id)) {
        shown.add(id)
        show(id)
      }
    }
  }
  function show(taskId: string): void {
    const before = state.getSnapshot()
    const said = conversation.messages.getSnapshot().filter((one) => one.taskId === taskId && one.role === 'ROLE_AGENT')
    const { parts = [], metadata = {} } = said.at(-1) ?? {}
    const scopes = scopesIn(metadata['scope'])
    const dismiss = (): void => {
      const now = state.getSnapshot()
      if (now.kind === 'task' && now.taskId === taskId) state.set(before)
    }
    state.set({
      ...{ kind: 'task', taskId, scopes, text: parts.flatMap((part) => part.text ?? []).join('\n') },
      async answer(text = 'I have signed in.') {
        await authorize(scopes)
        dismiss()
        await conversation.send(text)
      },
      dismiss,
    })
  }
  look()
  return conversation.tasks.subscribe(look)
}
