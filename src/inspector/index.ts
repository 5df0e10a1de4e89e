/**
 * `surface-runtime/inspector`: what goes on in a runtime, for those who write agents and catalogs. No page needs it that does
 * not import it. Its styles are `surface-runtime/inspector.css`.
 */

export { type HostTab, Inspector, type InspectorProps, type InspectorTab } from './Inspector.tsx'
export {
  type Recorded,
  type RecordedError,
  type RecordedEvent,
  type RecordedLine,
  type Recording,
  recordRuntime,
  type Verdict,
} from './recording.ts'
