/** Whether a button has no name: it holds nothing but an icon, or nothing that can be read. */
import { type RefObject, useEffect, useState } from 'react'
import { hasName, observeContent, watchedAttributes } from '../dom-query.ts'

/** The catalog's name of the icon, empty where there is none; `undefined` where the button has a name. */
export function useWordless(frame: RefObject<HTMLElement | null>): string | undefined {
  const [icon, setIcon] = useState<string>()
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const options = { attributeFilter: [...watchedAttributes, 'data-icon'], characterData: true }
    return observeContent(element, options, () => {
      const svg = element.querySelector('svg[data-icon]')
      setIcon(hasName.read(element) ? undefined : (svg?.getAttribute('data-icon') ?? ''))
    })
  }, [frame])
  return icon
}
