/**
 * A renderer that draws a control without saying so by `{ control: … }`. Inside of another control its elements would be a button within
 * a button: browsers press both of them or neither, and screen readers tell of one.
 */
import { isValidElement, type ReactNode } from 'react'
import type { RendererOf } from './renderer.ts'

const controls: ReadonlySet<unknown> = new Set(['button', 'input', 'select', 'textarea', 'summary'])

/** Throws an `Error` if there is a control among the elements that a renderer has made. What its own components draw is not looked at. */
export function refuseControls(drawn: ReactNode): void {
  if (Array.isArray(drawn)) for (const one of drawn) refuseControls(one)
  if (!isValidElement<{ readonly children?: ReactNode; readonly href?: unknown; readonly type?: unknown }>(drawn))
    return
  const { type, props } = drawn
  const isHidden = type === 'input' && props.type === 'hidden'
  if ((controls.has(type) && !isHidden) || (type === 'a' && props.href !== undefined))
    throw new Error(
      `It draws <${String(type)}> inside of a control. Define it as { control: … }, so that it is not drawn there.`,
    )
  refuseControls(props.children)
}

const checked = new WeakMap<object, RendererOf<never>>()

/** The renderer for what stands inside of a control. The same function each time. */
export function checkedWithin<Props>(renderer: RendererOf<Props>): RendererOf<Props> {
  const known = checked.get(renderer)
  if (known) return known as RendererOf<Props>
  const within: RendererOf<Props> = (input) => {
    const drawn = renderer(input)
    refuseControls(drawn)
    return drawn
  }
  checked.set(renderer, within as RendererOf<never>)
  return within
}
