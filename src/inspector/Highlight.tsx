/** Frames around the elements of a component, in the page that it stands in. */
'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { liveSurface } from '../surface/surface.ts'
import type { Inspected, Target } from './inspected.ts'
import { elementsOf, instancesOf } from './mounted.ts'

interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface HighlightProps {
  readonly inspected: Inspected
  readonly target: Target | undefined
}

/** More frames say no more. */
const mostFrames = 50

export function Highlight({ inspected: { runtime }, target }: HighlightProps): ReactNode {
  const [frames, setFrames] = useState<readonly Frame[]>([])

  useEffect(() => {
    const surface = target && runtime.surface(target.surfaceId)
    const id = target?.componentId
    if (!surface || id === undefined) {
      setFrames([])
      return
    }
    const elements = elementsOf(instancesOf(liveSurface(surface), id))
    const measure = (): void => setFrames(elements.slice(0, mostFrames).map(frameOf))
    measure()
    window.addEventListener('scroll', measure, { capture: true, passive: true })
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure, { capture: true })
      window.removeEventListener('resize', measure)
    }
  }, [runtime, target])

  return createPortal(
    frames.map(({ left, top, width, height }, index) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: frames are all alike
        key={index}
        className="sf-i-highlight"
        aria-hidden="true"
        ref={(element) => {
          if (element) Object.assign(element.style, px({ left, top, width, height }))
        }}
      />
    )),
    document.body,
  )
}

function frameOf(element: Element): Frame {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

function px(frame: Frame): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(frame).map(([name, value]) => [name, `${value}px`]))
}
