/** The closest known name, for "Did you mean …?". */

/**
 * Names that no spelling leads to, or to the wrong one: behind a name those that mean it, from the other version, and from
 * libraries that models know. They hold both ways: each with the first of its list.
 */
export const synonyms: readonly (readonly string[])[] = (
  'variant usageHint textFieldType,value checked text selections,min minValue,max maxValue,justify distribution,' +
  'align alignment,tabs tabItems,trigger entryPointChild,content contentChild,action onClick,children child,path dataBinding,' +
  'updateSurface updateComponents surfaceUpdate,ChoicePicker MultipleChoice RadioGroup Radio Select Dropdown,' +
  'MultipleChoice Select Dropdown,Text Heading Title H1,Column Stack VStack Box Container,Row HStack,' +
  'TextField Input Textarea,CheckBox Checkbox Switch,Modal Dialog Drawer'
)
  .split(',')
  .map((names) => names.split(' '))

/** `update_components`, `update-components` and `updateComponents` are one word. */
export function plainWord(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase()
}

/** A known name that means the same. */
function synonymOf(name: string, known: Iterable<string>): string | undefined {
  for (const candidate of known) {
    const pair = [name, candidate]
    if (
      name !== candidate &&
      synonyms.some((names) => pair.includes(names[0] as string) && pair.every((one) => names.includes(one)))
    )
      return candidate
  }
  return undefined
}

/** The number of names that one search compares: a chat may have 1,000 surfaces, and a stream 1,000 wrong ids. */
const maxCompared = 100

/**
 * A known name that means the same, or the one with the smallest edit distance (case aside), or `undefined` if more than a
 * third of the name would have to change. A comparison costs length² per known name: long names are not compared, and only the first known
 * names are.
 */
export function nearest(name: string, known: Iterable<string>, max: number = maxCompared): string | undefined {
  if (name.length > 64) return undefined
  const names = [...known].slice(0, max)
  const synonym = synonymOf(name, names)
  if (synonym !== undefined) return synonym
  const wanted = name.toLowerCase()
  let best: string | undefined
  // Of a single letter nothing would be left.
  let bestDistance = Math.min(wanted.length, Math.max(1, Math.floor(wanted.length / 3)) + 1)
  for (const candidate of names) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** `Did you mean "x"?` if a known name is close, else the fallback sentence. */
export function didYouMean(name: string, known: Iterable<string>, otherwise: string): string {
  const closest = nearest(name, known)
  return closest === undefined ? otherwise : meant(closest)
}

export function meant(name: string): string {
  return `Did you mean "${name}"?`
}

/** Optimal string alignment: insert, delete, substitute, or swap two neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const moved = swapped ? (before[j - 2] as number) + 1 : replaced
      row.push(Math.min((previous[j] as number) + 1, (row[j - 1] as number) + 1, replaced, moved))
    }
    before = previous
    previous = row
  }
  return previous[b.length] as number
}
