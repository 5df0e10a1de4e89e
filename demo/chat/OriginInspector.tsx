/** The inspector of the conversation, with how one answer came about before all else. Loaded when it is first asked for. */
import { Inspector } from 'surface-runtime/inspector'
import 'surface-runtime/inspector.css'
import { Moments } from './Moments.tsx'
import type { Session } from './session.ts'
import type { Moment } from './timeline.ts'

export interface OriginInspectorProps {
  readonly session: Session
  readonly moments: readonly Moment[]
}

export function OriginInspector({ session, moments }: OriginInspectorProps) {
  const draw = (showLine: (id: number) => void) => <Moments moments={moments} onShowLine={showLine} />
  return (
    <div className="origin-inspector" lang="en" dir="ltr">
      <Inspector runtime={session.runtime} placement="inline" hostTab={{ label: 'Answer', draw }} />
    </div>
  )
}
