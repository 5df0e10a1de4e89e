/** The button that opens the inspector on how an answer came about. */
import { type ReactNode, useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Sheet } from '../Sheet.tsx'
import { useWords } from '../words/use-words.ts'
import type { Answer } from './answers.ts'
import { Moments } from './Moments.tsx'
import type { OriginInspectorProps } from './OriginInspector.tsx'
import type { Session } from './session.ts'
import type { Moment } from './timeline.ts'

export interface OriginProps {
  readonly answer: Answer
  readonly taskId: string | undefined
  readonly session: Session
}

interface Opened {
  readonly moments: readonly Moment[]
  /** Absent: it could not be loaded. The moments are here all the same. */
  readonly inspector: ((props: OriginInspectorProps) => ReactNode) | undefined
}

export function Origin({ answer, taskId, session }: OriginProps) {
  const words = useWords()
  const [opened, setOpened] = useState<Opened>()

  async function open(): Promise<void> {
    const moments = session.timeline.momentsOf(taskId, answer.surfaceIds)
    const loaded = await import('./OriginInspector.tsx').catch(() => undefined)
    setOpened({ moments, inspector: loaded?.OriginInspector })
  }

  const { moments = [], inspector: Inspector } = opened ?? {}
  return (
    <>
      <IconButton icon="inspector" label={words.origin} aria-haspopup="dialog" onClick={() => void open()} />
      <Sheet title={words.origin} side="middle" open={opened !== undefined} onClose={() => setOpened(undefined)}>
        {Inspector ? <Inspector session={session} moments={moments} /> : <Moments moments={moments} />}
      </Sheet>
    </>
  )
}
