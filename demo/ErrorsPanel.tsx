/** Every refused input: what, where, and what would put it right. */
import { useSyncExternalStore } from 'react'
import type { Conversation, Problem } from './conversation.ts'
import { Empty } from './Empty.tsx'

export interface ErrorsPanelProps {
  readonly conversation: Conversation
  readonly onShowLine: (line: number) => void
}

export function ErrorsPanel({ conversation, onShowLine }: ErrorsPanelProps) {
  const { problems } = useSyncExternalStore(conversation.subscribe, conversation.getSnapshot)
  if (problems.length === 0) return <Empty title="No errors" text="Every line so far was applied." />
  return (
    <ol className="entries">
      {problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: problems are only ever appended
        <ProblemItem key={index} problem={problem} onShowLine={onShowLine} />
      ))}
    </ol>
  )
}

interface ProblemItemProps {
  readonly problem: Problem
  readonly onShowLine: (line: number) => void
}

function ProblemItem({ problem: { error, line }, onShowLine }: ProblemItemProps) {
  const { hint, place } = error
  const { surfaceId, componentId, at } = place
  return (
    <li className="entry problem" data-severity={error.severity}>
      <h3 className="problem__title">
        <code className="problem__code">{error.code}</code>
        {line !== undefined && (
          <button type="button" className="text-button" onClick={() => onShowLine(line)}>
            Line {line}
          </button>
        )}
      </h3>
      <p className="problem__message">{error.message}</p>
      <p className="problem__hint">{hint}</p>
      <dl className="problem__place">
        <Place name="Surface" value={surfaceId} />
        <Place name="Component" value={componentId} />
        <Place name="At" value={at} />
      </dl>
    </li>
  )
}

function Place({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  if (value === undefined) return null
  return (
    <div className="problem__part">
      <dt>{name}</dt>
      <dd>
        <code>{value === '' ? 'the whole message' : breakable(value)}</code>
      </dd>
    </div>
  )
}

/** A pointer that breaks before its slashes. `wbr` is not copied along, as a zero-width space would be. */
function breakable(value: string) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
  return value.split(/(?=\/)/).flatMap((part, index) => [<wbr key={index} />, part])
}
