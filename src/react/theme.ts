/** The theme of a surface, as custom properties of its frame. */
import type { Theme } from '../catalog/dialect.ts'
import { accentOf } from './accent.ts'

/**
 * Styles are set through the object model, because a strict policy forbids `style` attributes. The values are checked.
 */
export function applyTheme(element: HTMLElement | null, { primaryColor, font }: Theme): void {
  if (!element) return
  const accent = primaryColor === undefined ? undefined : accentOf(primaryColor)
  setOrRemove(element, '--sf-accent-light', accent?.light)
  setOrRemove(element, '--sf-accent-dark', accent?.dark)
  setOrRemove(element, '--sf-font', font !== undefined && /^[\w\s,'"-]{1,200}$/.test(font) ? font : undefined)
}

function setOrRemove(element: HTMLElement, property: string, value: string | undefined): void {
  if (value === undefined) element.style.removeProperty(property)
  else element.style.setProperty(property, value)
}
