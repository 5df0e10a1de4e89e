/** What a control is called. */

/** For `aria-label`: the agent's name for it; else nothing where its label can be seen, and `otherwise` where not. */
export function nameOf(label: string | undefined, seen: string | undefined, otherwise: string): string | undefined {
  return label ?? (seen?.trim() ? undefined : otherwise)
}
