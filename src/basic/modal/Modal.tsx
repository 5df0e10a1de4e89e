/** `Modal`: a trigger, and a dialog that it opens. */
import { useId, useRef, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { ModalProps } from '../props.ts'
import { Dialog } from './Dialog.tsx'
import { ModalTrigger } from './ModalTrigger.tsx'
import { openDialog } from './open-dialog.ts'
import { useOpener } from './opener.ts'

type State = 'unopened' | 'open' | 'closed'

/**
 * The dialog opens when the user presses the trigger, and never by itself. Its content is drawn at the first opening
 * and stays mounted, so input stays. The dialog names the agent, because it covers the line of the page that does.
 */
export const Modal: RendererOf<ModalProps> = ({ props, child, label, description, texts, agent }) => {
  const id = useId()
  const opener = useOpener()
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<State>('unopened')

  function show(): void {
    setState('open')
    // Opened at once, too: while the event of the last closing is on its way, the state does not change.
    openDialog(dialog.current)
  }

  function handleClosed(): void {
    setState('closed')
    // Browsers return the focus to the element that had it before, and some do not focus a button on a press.
    opener.focus()
  }

  return (
    <div className="sf-modal">
      <ModalTrigger id={`${id}-trigger`} opener={opener} name={label ?? texts.open} onPress={show}>
        {child(props.trigger)}
      </ModalTrigger>
      {state !== 'unopened' && (
        <Dialog
          id={id}
          frame={dialog}
          open={state === 'open'}
          label={label}
          description={description}
          agent={agent ?? texts.surface}
          close={texts.close}
          onClosed={handleClosed}
        >
          {child(props.content)}
        </Dialog>
      )}
    </div>
  )
}
