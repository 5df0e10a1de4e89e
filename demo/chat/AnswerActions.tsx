/** What can be taken out of an answer: its words, and the lines that made its surfaces. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { IconName } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { useWords } from '../words/use-words.ts'
import type { Answer } from './answers.ts'
import { Origin } from './Origin.tsx'
import type { Session } from './session.ts'
import { linesOf } from './surface-record.ts'

export interface AnswerActionsProps {
  readonly answer: Answer
  readonly taskId: string | undefined
  readonly session: Session
}

export function AnswerActions({ answer, taskId, session }: AnswerActionsProps) {
  const words = useWords()
  const row = useRef<HTMLDivElement>(null)
  // No browser lets a page of an insecure address write to its clipboard.
  const mayCopy = Boolean(navigator.clipboard)
  return (
    <div className="answer-actions" ref={row}>
      {mayCopy && (
        <Copy icon="copy" label={words.copyAnswer} text={() => [answer.text, ...shownWords(row, answer)].join('\n')} />
      )}
      {mayCopy && answer.surfaceIds.length > 0 && (
        <Copy icon="lines" label={words.copyLines} text={() => linesOf(session.record, answer.surfaceIds)} />
      )}
      <Origin answer={answer} taskId={taskId} session={session} />
    </div>
  )
}

interface CopyProps {
  readonly icon: IconName
  readonly label: string
  readonly text: () => string
}

/** Milliseconds for which the button says that it is done. */
const told = 1_500

function Copy({ icon, label, text }: CopyProps) {
  const words = useWords()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), told)
    return () => clearTimeout(timer)
  }, [copied])
  const name = copied ? words.copied : label

  function copy(): void {
    // The user may have refused it.
    navigator.clipboard.writeText(text().trim()).then(
      () => setCopied(true),
      () => undefined,
    )
  }

  return <IconButton icon={copied ? 'done' : icon} label={name} onClick={copy} />
}

/** The texts of the answer's surfaces, without the names of buttons and fields. */
function shownWords(row: RefObject<HTMLElement | null>, { surfaceIds }: Answer): readonly string[] {
  const surfaces = [...(row.current?.closest('.turns')?.querySelectorAll<HTMLElement>('[data-surface]') ?? [])]
  return surfaces
    .filter(({ dataset }) => surfaceIds.includes(dataset['surface'] ?? ''))
    .flatMap((surface) => [...surface.querySelectorAll('.sf-text, .shop-compare td, .shop-compare tbody th')])
    .filter((element) => !element.closest('button, [hidden]') && !element.parentElement?.closest('.sf-text'))
    .map((element) => element.textContent ?? '')
}
