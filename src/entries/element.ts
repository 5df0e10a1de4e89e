/** `surface-runtime/element`: the views as custom elements, for pages of any framework or of none. */

export {
  defineElements,
  type ElementOptions,
  type SurfaceActionEvent,
  type SurfaceErrorEvent,
  type SurfaceListElement,
  type SurfaceViewElement,
} from '../basic/elements.ts'
