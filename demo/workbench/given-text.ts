/** Text that the user drops onto the page or pastes into it, outside of any field. */
import { useEffect } from 'react'

export function useGivenText(onText: (text: string) => void): void {
  useEffect(() => {
    const allow = (event: DragEvent): void => event.preventDefault()
    const drop = async (event: DragEvent): Promise<void> => {
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      const text = file ? await file.text() : event.dataTransfer?.getData('text/plain')
      if (text) onText(text)
    }
    const paste = (event: ClipboardEvent): void => {
      const field =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
      const text = event.clipboardData?.getData('text/plain')
      if (field || !text?.trim()) return
      event.preventDefault()
      onText(text)
    }
    document.addEventListener('dragover', allow)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', allow)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [onText])
}
