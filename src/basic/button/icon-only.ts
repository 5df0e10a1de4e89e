/** The icon of a button that holds nothing but an icon. */
import { type RefObject, useEffect, useReducer, useState } from 'react'
import { hasName, observeContent, watchedAttributes } from '../dom-query.ts'

/**
 * The catalog's name of the icon; empty where the button has another name.
 *
 * The button is observed from the first call of `watch` on, which an icon makes when it mounts. Most of the many
 * buttons of a page hold words only, and an observer costs more than the button itself.
 */
export function useIconOnly(frame: RefObject<HTMLElement | null>): readonly [icon: string, watch: () => void] {
  const [icon, setIcon] = useState('')
  const [watched, watch] = useReducer(() => true, false)
  useEffect(() => {
    const element = frame.current
    if (!watched || !element) return
    const options = { attributeFilter: [...watchedAttributes, 'data-icon'], characterData: true }
    return observeContent(element, options, () => {
      const svg = hasName.read(element) ? null : element.querySelector('svg[data-icon]')
      setIcon(svg?.getAttribute('data-icon') ?? '')
    })
  }, [frame, watched])
  return [icon, watch]
}
