/** A component that is built in code: its children may stand in it, and it needs no id. */

/** Marks what is built, so that no data can be taken for a component. */
const built: unique symbol = Symbol('component')

/** What a builder gives. It goes into the properties of another component, or into `components(…)` of a surface. */
export interface Built {
  readonly [built]: BuiltParts
}

interface BuiltParts {
  readonly type: string
  readonly id: string | undefined
  readonly props: { readonly [name: string]: unknown }
}

export function createComponent(type: string, { id, ...props }: { readonly id?: string | undefined }): Built {
  return { [built]: { type, id, props } }
}

/** `undefined`: the value is no component. */
export function builtParts(value: object): BuiltParts | undefined {
  return built in value ? (value as Built)[built] : undefined
}
