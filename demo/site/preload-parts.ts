/** Loads the parts of surfaces and the font before the page is drawn, but lets nobody wait long for them. */
import { preload } from 'surface-runtime'

/** Milliseconds. On a slow network the page is drawn without what is not there yet, which arrives later. */
const patience = 1_000

/** Otherwise a browser asks for a font only when it has drawn a text without it. */
const fonts = ['400 1em Inter', '500 1em Inter', '600 1em Inter']

/** Resolves when all is there or cannot be loaded, or after a second. Never rejects. */
export async function preloadParts(): Promise<void> {
  const slow = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([Promise.allSettled([preload(), ...fonts.map((font) => document.fonts.load(font))]), slow])
}
