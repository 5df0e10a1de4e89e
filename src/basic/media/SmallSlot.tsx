/** The place of a small picture that is not loaded: an icon, or a button that loads the picture. */
import type { ReactNode } from 'react'
import { withinLine } from '../../json/value.ts'
import type { HandoffRef } from '../focus-handoff.ts'
import { IconSvg } from '../icon/IconSvg.tsx'

export interface SmallSlotProps {
  readonly icon: string
  readonly className: string
  /** Alternative text of the picture. */
  readonly alt: string | undefined
  /** Why the picture is not loaded. */
  readonly reason: string
  readonly description: string | undefined
  /** Label of the button. */
  readonly verb: string
  /** `undefined`: the picture cannot be loaded. */
  readonly load: (() => void) | undefined
  readonly focusRef: HandoffRef
  readonly Block: 'span' | 'div'
}

export function SmallSlot(props: SmallSlotProps): ReactNode {
  const { icon, className, alt, reason, description, verb, load, focusRef, Block } = props
  const name = nameOf(reason, alt)
  const shared = { className: `${className} sf-media sf-media--small`, title: name, 'aria-description': description }
  if (!load) {
    return (
      <Block {...shared} role="img" aria-label={name}>
        <IconSvg name={icon} />
      </Block>
    )
  }
  return (
    <button {...shared} type="button" ref={focusRef} aria-label={`${verb}: ${name}`} onClick={load}>
      <IconSvg name="download" />
    </button>
  )
}

/** One line for a tooltip. `withinLine` keeps the alternative text from changing the order of the text after it. */
function nameOf(reason: string, alt: string | undefined): string {
  const shown = withinLine(alt ?? '')
  return shown === '' ? reason : `${shown}. ${reason}`
}
