/** One answer of the model: its lines, and each fault with the wrong part, the report and what was mended, side by side. */
import { type ReactNode, useId } from 'react'
import type { Round } from 'surface-runtime/authoring'
import { type Correction, correctionsOf, linesOf } from './corrections.ts'

export interface AnswerProps {
  readonly round: Round
  readonly later: readonly Round[]
  /** What the model was told of it. Absent: nothing, so far. */
  readonly report: string | undefined
  /** Whether no other answer follows. */
  readonly isOver: boolean
}

export function Answer({ round, later, report, isOver }: AnswerProps): ReactNode {
  const id = useId()
  const lines = linesOf(round).map((text, index) => ({ text, number: index + 1 }))
  const faulty = new Set(round.faults.map(({ line }) => line))
  const repairs = [...new Set(round.repairs.map(({ kind }) => kind))]
  return (
    <section className="answer" aria-labelledby={id}>
      <h2 className="answer__title" id={id}>
        {names[round.round] ?? `Answer ${round.round + 1}`}
        <span className="answer__count">{countOf(round)}</span>
      </h2>
      {repairs.length > 0 && (
        <p className="answer__note">
          Put right without asking, since it cannot change what was meant:{' '}
          {repairs.map((kind) => done[kind]).join(', ')}.
        </p>
      )}
      <ol className="answer__lines">
        {lines
          .filter(({ text }) => text !== '')
          .map(({ text, number }) => (
            <li
              className="answer__line"
              key={number}
              value={number}
              data-state={faulty.has(number) ? 'refused' : 'taken'}
            >
              <span className="answer__state">{faulty.has(number) ? 'Refused' : 'Taken'}</span>
              <code>{text}</code>
            </li>
          ))}
      </ol>
      {correctionsOf(round, later).map((correction) => (
        <CorrectionView
          key={`${correction.fault.line} ${correction.fault.at}`}
          correction={correction}
          isOver={isOver}
        />
      ))}
      {report !== undefined && (
        <details className="answer__report">
          <summary>What the model was told</summary>
          <p className="answer__told">{report}</p>
        </details>
      )}
    </section>
  )
}

const names = ['First answer', 'Second answer', 'Third answer']

/** What was done to the text, by kind of repair. */
const done: { readonly [kind in Round['repairs'][number]['kind']]: string } = {
  bom: 'a byte order mark was taken away',
  fence: 'a code fence was taken away',
  tag: 'a tag was taken away',
  prose: 'prose was taken away',
  comma: 'a surplus comma was taken away',
  brace: 'a surplus brace was taken away',
  line: 'a message over several lines is one line',
  list: 'messages of a list have a line each',
  keys: 'messages of one object have a line each',
  newline: 'a line break in a text was escaped',
}

function countOf({ messages, faults }: Round): string {
  const taken = `${messages.length} ${messages.length === 1 ? 'line' : 'lines'} taken`
  return faults.length === 0 ? taken : `${taken}, ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`
}

interface CorrectionViewProps {
  readonly correction: Correction
  readonly isOver: boolean
}

function CorrectionView({ correction: { fault, wrong, mended }, isOver }: CorrectionViewProps): ReactNode {
  const id = useId()
  return (
    <section className="correction" aria-labelledby={id}>
      <h3 className="hidden" id={id}>
        Line {fault.line}, {fault.at}
      </h3>
      <div className="correction__part" data-kind="wrong">
        <h4 className="correction__name">Wrong</h4>
        <code className="correction__code">{wrong}</code>
      </div>
      <div className="correction__part" data-kind="report">
        <h4 className="correction__name">Report</h4>
        <code className="correction__place">
          Line {fault.line} {fault.at}
        </code>
        <p className="correction__words">
          {fault.message}. {fault.hint}
        </p>
      </div>
      <div className="correction__part" data-kind={mended === undefined ? 'missing' : 'mended'}>
        <h4 className="correction__name">Mended</h4>
        {mended === undefined ? (
          <p className="correction__words">{isOver ? 'Not mended.' : 'Not yet.'}</p>
        ) : (
          <code className="correction__code">{mended}</code>
        )}
      </div>
    </section>
  )
}
