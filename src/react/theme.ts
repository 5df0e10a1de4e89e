/** The theme of a surface, as custom properties of its frame. */
import { knownThemeNames, type Theme } from '../catalog/dialect.ts'

/**
 * Styles are set through the object model, because a strict policy forbids `style` attributes. The values are checked. Without
 * `agentStyles` the accent and the font are the page's; what the host's own catalog declares is the host's in any case.
 */
export function applyTheme(element: HTMLElement, theme: Theme, agentStyles: boolean): void {
  const { style } = element
  const { primaryColor, font = '' }: Theme = agentStyles ? theme : {}
  // At least 4.5:1 against the ground, light and dark. An empty value removes a property.
  style.setProperty('--sf-accent-light', primaryColor ? corrected(primaryColor, black, lightGround) : '')
  style.setProperty('--sf-accent-dark', primaryColor ? corrected(primaryColor, white, darkGround) : '')
  style.setProperty('--sf-font', /^[\w\s,'"-]{1,200}$/.test(font) ? font : '')
  for (const property of [...style]) if (property.startsWith(ownPrefix)) style.removeProperty(property)
  for (const [name, value] of Object.entries(theme))
    if (!Object.hasOwn(knownThemeNames, name) && isPlain(value)) style.setProperty(ownPrefix + name, `${value}`)
}

/** Of the members that the theme of a host's own catalog declares. */
const ownPrefix = '--sf-theme-'

/** A number, or a text that neither calls a CSS function nor ends a declaration. */
function isPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^[\w\s,.#%+'"-]{1,200}$/.test(value))
}

type Rgb = readonly [red: number, green: number, blue: number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** The grounds that the stylesheets draw on, at their worst for the accent: a button without a border below the pointer. */
const lightGround: Rgb = [242, 242, 243]
const darkGround: Rgb = [40, 40, 44]

/** WCAG 2.2, 1.4.3: text and the shapes of controls want 4.5:1. */
const wanted = 4.5

/**
 * The agent's colour with as little of `towards` as gives the contrast: steps of 4 %, so that the hue stays what it was. Both are
 * `#rrggbb`; the theme's schema demands that.
 */
function corrected(color: string, towards: Rgb, ground: Rgb): string {
  for (let part = 0; part < 1; part += 0.04) {
    const mixed = towards.map((channel, index) => {
      const own = Number.parseInt(color.slice(2 * index + 1, 2 * index + 3), 16)
      return Math.round(own + (channel - own) * part)
    }) as unknown as Rgb
    if (contrast(mixed, ground) >= wanted) return hex(mixed)
  }
  return hex(towards)
}

function contrast(a: Rgb, b: Rgb): number {
  const ratio = (luminance(a) + 0.05) / (luminance(b) + 0.05)
  return Math.max(ratio, 1 / ratio)
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
