/** The lines so far, numbered. Each opens; those with problems are marked. */
import { memo, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Conversation, Problem } from './conversation.ts'
import { Empty } from './Empty.tsx'
import { Icon } from './Icon.tsx'
import { Json } from './Json.tsx'
import { partsOf, readLine } from './line.ts'

export interface LineTarget {
  readonly line: number
}

export interface LinesPanelProps {
  readonly conversation: Conversation
  /** A line to open and go to; another object each time that is wished. */
  readonly target: LineTarget | undefined
}

/** What fits the panel, in characters. */
const tailLength = 40

/** Within so many pixels of the end, a new line is followed. */
const near = 160

const none: readonly Problem[] = []

export function LinesPanel({ conversation, target }: LinesPanelProps) {
  const { sent, state, line } = useSyncExternalStore(conversation.player.subscribe, conversation.player.getSnapshot)
  const { problems } = useSyncExternalStore(conversation.subscribe, conversation.getSnapshot)
  const byLine = useMemo(() => groupByLine(problems), [problems])
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    if (!target) return
    const details = list.current?.querySelector<HTMLDetailsElement>(`[data-line="${target.line}"]`)
    if (!details) return
    details.open = true
    details.querySelector('summary')?.focus()
    details.scrollIntoView({ block: 'nearest' })
  }, [target])

  useEffect(() => {
    const panel = list.current?.parentElement
    if (!panel || line === 0 || state !== 'playing') return
    if (panel.scrollHeight - panel.scrollTop - panel.clientHeight < near) panel.scrollTop = panel.scrollHeight
  }, [line, state])

  if (sent === '') return <Empty title="No lines yet" text="Press play, or take one line at a time." />
  const lines = sent.split('\n')
  const rest = lines.pop() ?? ''
  return (
    <ol className="lines" ref={list}>
      {lines.map((text, index) => (
        // Lines are only ever appended, so their number is their identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <LineItem key={index} number={index + 1} text={text} problems={byLine.get(index + 1) ?? none} />
      ))}
      {rest !== '' && (
        <li className="line line--unfinished">
          <span className="line__number">{lines.length + 1}</span>
          <span className="line__text">
            <code className="line__raw">{tail(rest)}</code>
            <OpenParts text={rest} />
          </span>
        </li>
      )}
    </ol>
  )
}

/** What is whole of the line that is written. */
function OpenParts({ text }: { readonly text: string }) {
  const parts = partsOf(text)
  if (parts.length === 0) return null
  return (
    <span className="line__parts" data-testid="open-parts">
      {parts.map((part, index) => (
        // Parts are only ever appended.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index} className="line__part">
          {part}
        </span>
      ))}
    </span>
  )
}

/** The end of what has come of a line: its beginning stands still, and would look as if nothing happened. */
function tail(text: string): string {
  return text.length > tailLength ? `…${text.slice(-tailLength)}` : text
}

function groupByLine(problems: readonly Problem[]): ReadonlyMap<number, readonly Problem[]> {
  const groups = new Map<number, Problem[]>()
  for (const problem of problems) {
    if (problem.line === undefined) continue
    const group = groups.get(problem.line) ?? []
    groups.set(problem.line, [...group, problem])
  }
  return groups
}

interface LineItemProps {
  readonly number: number
  readonly text: string
  readonly problems: readonly Problem[]
}

const LineItem = memo(function LineItem({ number, text, problems }: LineItemProps) {
  const { kind, surfaceId, rest, value } = readLine(text)
  const faulty = problems.length > 0
  return (
    <li>
      <details className="line" data-line={number} data-faulty={faulty}>
        <summary className="line__summary">
          <span className="line__number">{number}</span>
          <span className="line__text">
            <span className="line__head">
              <span className="line__kind">{kind}</span>
              {surfaceId !== undefined && <span className="line__surface">{surfaceId}</span>}
              <span className="line__end">
                {faulty && <Icon name="alert" />}
                {faulty && <span className="hidden">{problems.map(({ error }) => error.code).join(', ')}</span>}
                <Icon name="chevron" />
              </span>
            </span>
            {rest !== '' && <code className="line__raw">{rest}</code>}
          </span>
        </summary>
        {problems.map(({ error }) => (
          <p className="line__problem" key={error.code}>
            <code>{error.code}</code> {error.message}
          </p>
        ))}
        {value === undefined ? <pre className="json">{text}</pre> : <Json value={value} />}
      </details>
    </li>
  )
})
