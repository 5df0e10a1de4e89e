/** The keys that move between tabs. */

export interface KeyPress {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/**
 * The index of the tab that a key leads to from `current`; after the last tab comes the first. `undefined` for other
 * keys and for keys with a modifier.
 */
export function tabForKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyPress,
  current: number,
  count: number,
  rightToLeft: boolean,
): number | undefined {
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
