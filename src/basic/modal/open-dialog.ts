/** Opens a dialog so that a double click does not close it again. */

/** Milliseconds in which a press outside a new dialog may be the second press of a double click. */
const doubleClick = 500

/** Does nothing for a dialog that is open. */
export function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.setAttribute('closedby', 'closerequest')
  dialog.showModal()
  // From now on a press outside closes the dialog, in browsers that know `closedby`.
  setTimeout(() => dialog.setAttribute('closedby', 'any'), doubleClick)
}
