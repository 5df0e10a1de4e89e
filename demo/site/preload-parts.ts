/** Loads the parts of surfaces and the font before the page is drawn, but lets nobody wait long for them. */
import regular from '@fontsource/inter/files/inter-latin-400-normal.woff2'
import medium from '@fontsource/inter/files/inter-latin-500-normal.woff2'
import semibold from '@fontsource/inter/files/inter-latin-600-normal.woff2'
import { preload } from 'surface-runtime'

/** Milliseconds. On a slow network the page is drawn without the font, and without the parts that have not arrived yet. */
const patience = 1_000

const weights = { 400: regular, 500: medium, 600: semibold }

/** Resolves when all is there or cannot be loaded, or after a second. Never rejects. */
export async function preloadParts(): Promise<void> {
  const faces = Object.entries(weights).map(([weight, url]) => new FontFace('Inter', `url(${url})`, { weight }))
  const slow = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([Promise.allSettled([preload(), ...faces.map((face) => face.load())]), slow])
  // All weights before the first frame, or none. A font that replaces another one breaks lines elsewhere and moves all that
  // stands below, unless its letters are as wide, and each machine falls back to another font. The next page has the files.
  if (faces.every(({ status }) => status === 'loaded')) for (const face of faces) document.fonts.add(face)
}
