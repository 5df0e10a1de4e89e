/** The accessible name of a control. */

/**
 * The value for `aria-label`: the accessibility label. Without one it is `fallback` where the visible label is empty,
 * and `undefined` where the visible label names the control.
 */
export function ariaLabelOf(
  label: string | undefined,
  visible: string | undefined,
  fallback: string,
): string | undefined {
  return label ?? (visible?.trim() ? undefined : fallback)
}
