/** `surface-runtime/react`: views and hooks, for any catalog and any renderers. */

export type { AgentIdentity } from '../react/Agent.tsx'
export { useBinding, useSurfaces } from '../react/hooks.ts'
export type { PlainText } from '../react/plain-text.tsx'
export {
  type ChildRef,
  type ChildrenRef,
  type ControlRenderer,
  defineRenderers,
  type InlineRenderer,
  type PropertyOf,
  type Renderer,
  type RendererInput,
  type RendererOf,
  type Renderers,
  type RenderersOf,
  type WrapChild,
  wrapRenderer,
} from '../react/renderer.ts'
export { SurfaceList, type SurfaceListProps, SurfaceView, type SurfaceViewProps } from '../react/SurfaceView.tsx'
export { defaultTexts, type Texts } from '../react/texts.ts'
export { useRuntime } from '../react/use-runtime.ts'
