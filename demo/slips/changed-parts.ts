/** Which parts of a text are other than in the text without slips. */

export interface TextPart {
  readonly text: string
  readonly isChanged: boolean
}

/** Texts in quotes, numbers and names, and every other character, with the blanks before it. */
const tokens = /\s*(?:"(?:[^"\\]|\\.)*"|[\w.]+|\S)|\s+/gu

/** The parts of each line of `after`, from left to right. */
export function changedParts(before: string, after: string): readonly (readonly TextPart[])[] {
  const old = (before.match(tokens) ?? []).map((token) => token.trim())
  const now = after.match(tokens) ?? []
  const isKept = keptTokens(
    old,
    now.map((token) => token.trim()),
  )
  const lines: TextPart[][] = [[]]
  now.forEach((token, index) => {
    const [first = '', ...rest] = token.split('\n')
    put(lines.at(-1) ?? [], first, !isKept[index])
    for (const text of rest) {
      const line: TextPart[] = []
      put(line, text, !isKept[index])
      lines.push(line)
    }
  })
  if (lines.at(-1)?.length === 0) lines.pop()
  return lines.map(wholeIfNew)
}

/** A line is new when it has changed words and no old one: signs that happen to be the same are new there too. */
function wholeIfNew(line: readonly TextPart[]): readonly TextPart[] {
  const isNew = line.some(({ isChanged }) => isChanged) && !line.some((part) => !part.isChanged && /\w/.test(part.text))
  return isNew ? [{ text: line.map(({ text }) => text).join(''), isChanged: true }] : line
}

/** Blanks are never changed. Neighbours of one kind become one part. */
function put(line: TextPart[], token: string, isChanged: boolean): void {
  const blanks = /^\s*/.exec(token)?.[0] ?? ''
  for (const part of [
    { text: blanks, isChanged: isChanged && (line.at(-1)?.isChanged ?? false) },
    { text: token.slice(blanks.length), isChanged },
  ]) {
    const last = line.at(-1)
    if (part.text === '') continue
    if (last && last.isChanged === part.isChanged) line[line.length - 1] = { ...last, text: last.text + part.text }
    else line.push(part)
  }
}

/** For each token of `now`, whether it belongs to the longest common subsequence of both lists. Takes a product of their lengths. */
function keptTokens(old: readonly string[], now: readonly string[]): readonly boolean[] {
  const width = now.length + 1
  // Length of the longest common subsequence of what follows, for each pair of places.
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))

  const isKept = now.map(() => false)
  for (let i = 0, j = 0; i < old.length && j < now.length; )
    if (old[i] === now[j]) {
      isKept[j] = true
      i++
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  return isKept
}
