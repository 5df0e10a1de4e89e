/**
 * Dialogs for jsdom, which has the element without its methods: as much of them as a test of a surface sees. The focus goes in and
 * back, and Escape closes the dialog that was opened last; nothing keeps the Tab key within.
 */

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'

/** Gives the dialogs of a page the methods that they lack. What a page has stays. */
export function provideDialogs({
  HTMLDialogElement,
  Event,
}: Pick<typeof globalThis, 'HTMLDialogElement' | 'Event'>): void {
  const { prototype } = HTMLDialogElement
  if (typeof prototype.showModal === 'function') return
  const endings = new WeakMap<HTMLDialogElement, () => void>()

  function closeOnEscape(this: HTMLDialogElement, event: KeyboardEvent): void {
    const last = [...this.ownerDocument.querySelectorAll('dialog[open]')].at(-1)
    if (event.key === 'Escape' && last === this && this.dispatchEvent(new Event('cancel', { cancelable: true })))
      this.close()
  }

  Object.assign(prototype, {
    show(this: HTMLDialogElement): void {
      this.open = true
    },
    showModal(this: HTMLDialogElement): void {
      if (this.open) return
      const page = this.ownerDocument
      const before = page.activeElement as HTMLElement | null
      const listener = closeOnEscape.bind(this)
      page.addEventListener('keydown', listener)
      endings.set(this, () => {
        page.removeEventListener('keydown', listener)
        before?.focus()
      })
      this.open = true
      this.querySelector<HTMLElement>(focusable)?.focus()
    },
    /** The event comes at once. Browsers send it a moment later, when a test no longer waits for what React draws. */
    close(this: HTMLDialogElement): void {
      if (!this.open) return
      this.open = false
      endings.get(this)?.()
      endings.delete(this)
      this.dispatchEvent(new Event('close'))
    },
  })
}
