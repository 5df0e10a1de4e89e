/** What the user has to do before the agent answers: sign in, type a code elsewhere, or allow more. */
import type { ReactNode } from 'react'
import { useBinding } from 'surface-runtime'
import type { AgentCard } from 'surface-runtime/agent'
import type { SignIn, SignInState } from 'surface-runtime/agent/sign-in'
import { Icon } from '../Icon.tsx'
import type { Session } from './session.ts'

export interface SignInNoticeProps {
  readonly session: Session
  readonly signIn: SignIn
}

export function SignInNotice({ session, signIn }: SignInNoticeProps) {
  const state = useBinding(signIn.state)
  const name = session.agent.card.name
  const words = (scopes: readonly string[]): string => wordsOf(session.agent.card, scopes)
  switch (state.kind) {
    case 'open':
      return (
        <Notice text={`${name} asks you to sign in${forWhat(words(state.scopes))}.`}>
          <a className="text-button" href={byCode()}>
            Use a code
          </a>
          <Button name="Cancel" act={state.cancel} />
          <Button name="Sign in" act={state.open} main />
        </Notice>
      )
    case 'code':
      return <CodeNotice state={state} name={name} what={words(state.scopes)} />
    case 'task':
      return (
        <Notice text={`${name}: ${state.text}`}>
          <Button name="Not now" act={state.dismiss} />
          <Button name="Sign in" act={() => void state.answer().catch(() => undefined)} main />
        </Notice>
      )
    case 'failed':
      return (
        <Notice alert text={failureOf(state, name, words(state.scopes))}>
          <Button name="Sign in" act={() => void state.retry().then(() => goOn(session, signIn))} main />
        </Notice>
      )
    default:
      return null
  }
}

/** What was not sent for want of a sign-in is sent now. */
function goOn(session: Session, signIn: SignIn): void {
  if (signIn.state.getSnapshot().kind === 'signedIn') session.retry()
}

interface CodeNoticeProps {
  readonly state: Extract<SignInState, { kind: 'code' }>
  readonly name: string
  readonly what: string
}

function CodeNotice({ state, name, what }: CodeNoticeProps) {
  const { host, pathname } = new URL(state.address)
  const ends = new Date(state.expires).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return (
    <Notice
      text={
        <>
          {`${name} asks you to sign in${forWhat(what)}. Open `}
          <a href={state.addressWithCode ?? state.address} target="_blank" rel="noreferrer">
            {host + pathname}
          </a>
          {` on any device until ${ends} and type `}
          <strong className="notice__code">{state.code}</strong>.
        </>
      }
    >
      <Button name="Cancel" act={state.cancel} />
    </Notice>
  )
}

interface NoticeProps {
  readonly text: ReactNode
  readonly alert?: boolean
  readonly children: ReactNode
}

function Notice({ text, alert = false, children }: NoticeProps) {
  return (
    <div className="notice notice--sign-in" data-kind={alert ? 'alert' : 'calm'} data-testid="sign-in">
      {alert && <Icon name="alert" />}
      <p className="notice__text" role={alert ? 'alert' : 'status'}>
        {text}
      </p>
      <div className="notice__buttons">{children}</div>
    </div>
  )
}

interface ButtonProps {
  readonly name: string
  readonly act: () => void
  readonly main?: boolean
}

function Button({ name, act, main = false }: ButtonProps) {
  return (
    <button type="button" className={main ? 'button' : 'text-button'} onClick={act}>
      {name}
    </button>
  )
}

function forWhat(words: string): string {
  return words === '' ? '' : `, for this: ${words}`
}

function failureOf({ error, scopes }: Extract<SignInState, { kind: 'failed' }>, name: string, words: string): string {
  if (error.code === 'NETWORK_FAILED') return 'The sign-in cannot be reached. What you typed is kept.'
  if (scopes.length === 0) return 'Your session has ended. What you typed is kept.'
  return `${name} may not go on without this: ${words}. You did not sign in, or did not allow it; what you typed is kept.`
}

/** What scopes allow, as the card says it; a scope that the card does not explain stands for itself. */
function wordsOf({ securitySchemes = {} }: AgentCard, scopes: readonly string[]): string {
  const flows = Object.values(securitySchemes).flatMap(({ oauth2SecurityScheme: one }) =>
    Object.values(one?.flows ?? {}),
  )
  const known = Object.assign({}, ...flows.map((flow) => (flow as { readonly scopes?: object }).scopes))
  return scopes.map((scope) => (Object.hasOwn(known, scope) ? String(known[scope]) : scope)).join('; ')
}

/** The same page, with a code in place of a window. */
function byCode(): string {
  const query = new URLSearchParams(location.search)
  query.set('signIn', 'code')
  return `?${query}`
}
