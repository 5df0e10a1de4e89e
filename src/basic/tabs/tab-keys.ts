/** Where a key leads in a row of tabs. */

export interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** The index of the tab that a key leads to from `current`, round the ends; `undefined` for any other, and for shortcuts. */
export function targetOf(pressed: Pressed, current: number, count: number, rightToLeft: boolean): number | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = pressed
  if (altKey || ctrlKey || metaKey || shiftKey) return undefined
  const [forward, back] = rightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  switch (key) {
    case forward:
      return (current + 1) % count
    case back:
      return (current + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
