/** The theme of a surface, as custom properties of its frame. */
import { knownThemeNames, type Theme } from '../catalog/dialect.ts'

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

/** The agent's colour, corrected until it can be read on light and on dark ground. */
interface Accent {
  /** `#rrggbb`, at least 4.5:1 against the light ground. */
  readonly light: string
  /** `#rrggbb`, at least 4.5:1 against the dark ground. */
  readonly dark: string
}

type Rgb = readonly [red: number, green: number, blue: number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** The grounds that the stylesheets draw on, at their worst for the accent: a button without a border below the pointer. */
const lightGround: Rgb = [242, 242, 243]
const darkGround: Rgb = [40, 40, 44]

/** WCAG 2.2, 1.4.3: text and the shapes of controls want 4.5:1. */
const wanted = 4.5

/** `color` is `#rrggbb`, as the theme's schema demands. */
function accentOf(color: string): Accent {
  const own: Rgb = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as unknown as Rgb
  return { light: corrected(own, black, lightGround), dark: corrected(own, white, darkGround) }
}

/** The colour with as little of `towards` as gives the contrast: steps of 4 %, so that the hue stays what it was. */
function corrected(color: Rgb, towards: Rgb, ground: Rgb): string {
  for (let part = 0; part < 1; part += 0.04) {
    const mixed = color.map((channel, index) =>
      Math.round(channel + ((towards[index] ?? 0) - channel) * part),
    ) as unknown as Rgb
    if (contrast(mixed, ground) >= wanted) return hex(mixed)
  }
  return hex(towards)
}

function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].sort((left, right) => left - right)
  return (bright + 0.05) / (dark + 0.05)
}

/** Relative luminance, WCAG 2.2. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
