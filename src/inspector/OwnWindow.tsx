/** The inspector in a window of its own, which has the page's styles and goes with the page. */
'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** `undefined` where the browser blocks it. Call it in the handler of a press. */
export function openWindow(): Window | undefined {
  const opened = window.open('', '', 'popup,width=520,height=820')
  if (!opened) return undefined
  const { document: page } = opened
  page.title = 'Inspector'
  // Of the page: language, direction and theme.
  for (const { name, value } of document.documentElement.attributes) page.documentElement.setAttribute(name, value)
  for (const style of document.querySelectorAll('style, link[rel="stylesheet"]'))
    page.head.append(style.cloneNode(true))
  return opened
}

export interface OwnWindowProps {
  readonly window: Window
  /** The user has closed it. */
  readonly onClose: () => void
  readonly children: ReactNode
}

export function OwnWindow({ window: own, onClose, children }: OwnWindowProps): ReactNode {
  const [root] = useState(() => {
    const element = own.document.createElement('main')
    element.className = 'sf-inspector sf-inspector--window'
    return element
  })

  useEffect(() => {
    own.document.body.append(root)
    own.addEventListener('pagehide', onClose)
    const close = (): void => own.close()
    window.addEventListener('pagehide', close)
    return () => {
      own.removeEventListener('pagehide', onClose)
      window.removeEventListener('pagehide', close)
      root.remove()
    }
  }, [own, root, onClose])

  useEffect(() => {
    let here = true
    return () => {
      here = false
      // StrictMode ends and begins effects at once; the window goes where the inspector does not come back.
      queueMicrotask(() => !here && !root.isConnected && own.close())
    }
  }, [own, root])

  return createPortal(children, root)
}
