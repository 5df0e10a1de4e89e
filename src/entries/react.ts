/** `surface-runtime/react`: views and hooks, for any catalog and any renderers. */

export type { AgentIdentity } from '../react/Agent.tsx'
export { type ListedRuntime, useBinding, useSurface, useSurfaces } from '../react/hooks.ts'
export type { PlainText } from '../react/plain-text.tsx'
export {
  type Act,
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
export { SurfaceProvider, type SurfaceProviderProps } from '../react/SurfaceProvider.tsx'
export { SurfaceList, SurfaceView } from '../react/SurfaceView.tsx'
export { type SetData, type SurfaceStatus, useSurfaceData, useSurfaceStatus } from '../react/surface-hooks.ts'
export { defaultTexts, type Texts } from '../react/texts.ts'
export { type Connectable, type Connected, useConnection } from '../react/use-connection.ts'
export { useRuntime } from '../react/use-runtime.ts'
export type { SurfaceListProps, SurfaceViewProps } from '../react/view-props.ts'
