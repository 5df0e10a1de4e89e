/** The theme of a surface, as custom properties of its frame. */
import { knownThemeNames, type Theme } from '../catalog/dialect.ts'
import { accentOf } from './accent.ts'

/**
 * Styles are set through the object model, because a strict policy forbids `style` attributes. The values are checked.
 */
export function applyTheme(element: HTMLElement | null, theme: Theme): void {
  if (!element) return
  const { primaryColor, font } = theme
  const accent = primaryColor === undefined ? undefined : accentOf(primaryColor)
  setOrRemove(element, '--sf-accent-light', accent?.light)
  setOrRemove(element, '--sf-accent-dark', accent?.dark)
  setOrRemove(element, '--sf-font', font !== undefined && /^[\w\s,'"-]{1,200}$/.test(font) ? font : undefined)
  for (const property of [...element.style]) if (property.startsWith(ownPrefix)) element.style.removeProperty(property)
  for (const [name, value] of Object.entries(theme))
    if (!Object.hasOwn(knownThemeNames, name) && isPlain(value)) element.style.setProperty(ownPrefix + name, `${value}`)
}

/** Of the members that the theme of a host's own catalog declares. */
const ownPrefix = '--sf-theme-'

/** A number, or a text that neither calls a CSS function nor ends a declaration. */
function isPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^[\w\s,.#%+'"-]{1,200}$/.test(value))
}

function setOrRemove(element: HTMLElement, property: string, value: string | undefined): void {
  if (value === undefined) element.style.removeProperty(property)
  else element.style.setProperty(property, value)
}
