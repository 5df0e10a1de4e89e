/** Where a key leads in a row of tabs. */

/** The index of the tab that `key` leads to from `current`, round the ends; `undefined` for any other key. */
export function targetOf(key: string, current: number, count: number, rightToLeft: boolean): number | undefined {
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
