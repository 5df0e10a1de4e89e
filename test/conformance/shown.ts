// What the projects of public examples expect to be seen, and what can be seen.

export interface Expected {
  readonly version: string
  readonly example: string
  readonly expect_text_contains: readonly string[]
}

/** What a person can read, the values of fields among it. */
export function textOf(container: HTMLElement): string {
  const fields = [...container.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
  return [container.textContent, ...fields].join('\n')
}

/** Names of glyphs, which a font of icons turns into pictures where it is loaded. Our icons are paths, and no text. */
const glyphs = new Set([
  ...['arrow_forward', 'arrow_upward', 'check', 'directions_run', 'pause', 'priority_high'],
  ...['skip_next', 'skip_previous', 'trending_up'],
])

/** Messages of checks, which we do not show before the user has been at the field. */
const later = new Set(['Invalid email format', 'Invalid phone format', 'Must be exactly 5 digits'])

export function wantedOf({ expect_text_contains }: Expected): readonly string[] {
  return expect_text_contains.filter((part) => !glyphs.has(part) && !later.has(part))
}
