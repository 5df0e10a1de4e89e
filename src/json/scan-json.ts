/** Scans a text that is known to be JSON for repeated keys and for integers that lose digits. Exact and slow. */
import { formatPointer } from './pointer.ts'

export interface Finding {
  readonly kind: 'duplicate' | 'imprecise'
  /** JSON Pointer to the member or number. */
  readonly at: string
}

interface Frame {
  /** Keys so far; an array has none. */
  readonly keys: Set<string>
  /** The key or index being read. */
  token: string
}

/** A key is a text with a colon behind it. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|[{}[\],]/g

/** Findings that are reported for one text. One line could have 90,000. */
const maxReported = 100

/** Walks the tokens with a stack of its own, so depth costs no recursion. */
export function scanJson(text: string): Finding[] {
  const findings: Finding[] = []
  const stack: Frame[] = []
  for (const [lexeme, key = '', colon] of text.matchAll(token)) {
    if (findings.length === maxReported) break
    const frame = stack.at(-1)
    if (lexeme === '{' || lexeme === '[') stack.push({ keys: new Set(), token: '0' })
    else if (lexeme === '}' || lexeme === ']') stack.pop()
    else if (frame && colon) {
      frame.token = JSON.parse(key) as string
      if (frame.keys.has(frame.token)) findings.push({ kind: 'duplicate', at: pointerTo(stack) })
      frame.keys.add(frame.token)
    } else if (frame && lexeme === ',') {
      // In an object the next key takes the place of the number.
      frame.token = String(Number(frame.token) + 1)
    } else if (losesDigits(lexeme)) {
      findings.push({ kind: 'imprecise', at: pointerTo(stack) })
    }
  }
  return findings
}

function losesDigits(lexeme: string): boolean {
  return /^-?\d{16,}$/.test(lexeme) && BigInt(lexeme) !== BigInt(Number(lexeme))
}

function pointerTo(stack: readonly Frame[]): string {
  return formatPointer(stack.map((frame) => frame.token))
}
