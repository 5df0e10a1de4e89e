/** `surface-runtime/renderers`: what draws the basic catalog, and what renderers of inputs share. */

export { type Field, useField } from '../basic/inputs/Field.tsx'
export { type LazyPart, preload } from '../basic/preload.ts'
export type { BasicProps } from '../basic/props.ts'
export { type BasicRenderers, basicRenderers } from '../basic/renderers.ts'
