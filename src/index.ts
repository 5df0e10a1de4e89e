/** `surface-runtime`: the runtime, and React components that draw its surfaces. */

export type { BasicProps } from './basic/props.ts'
export { type BasicRenderers, basicRenderers } from './basic/renderers.ts'
export { useRuntime } from './basic/use-runtime.ts'
export { SurfaceList, type SurfaceListProps, SurfaceView, type SurfaceViewProps } from './basic/views.tsx'
export * from './core.ts'
export type { AgentIdentity } from './react/Agent.tsx'
export { useBinding, useSurfaces } from './react/hooks.ts'
export type { PlainText } from './react/plain-text.tsx'
export {
  type ChildRef,
  type ChildrenRef,
  type ControlRenderer,
  defineRenderers,
  type InlineRenderer,
  type Renderer,
  type RendererInput,
  type RendererOf,
  type Renderers,
  type RenderersOf,
  type WrapChild,
  wrapRenderer,
} from './react/renderer.ts'
export { defaultTexts, type Texts } from './react/texts.ts'
