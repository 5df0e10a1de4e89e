/** The shop's pictures, drawn as SVG: a thing of one colour on a light ground. */

/** Paths within 120 × 90; `C` stands for the colour, `D` for a darker one. */
const drawings = {
  shoe: [
    ['D', 'M10 66h98c4 0 4 9-2 9H14c-5 0-6-9-4-9z'],
    ['C', 'M12 65c-2-12 0-22 4-32 7 6 16 7 24 2 10 14 24 22 44 23 14 1 22 2 23 7z'],
    ['D', 'M46 40l8-6 3 4-8 6zM54 48l8-6 3 4-8 6zM63 54l7-6 3 4-7 6z'],
  ],
  sock: [
    ['C', 'M46 10h28v36l20 18c7 7-2 18-12 14L50 62c-4-2-4-6-4-10z'],
    ['D', 'M46 10h28v10H46z'],
  ],
  jacket: [
    ['C', 'M40 12l12-4h16l12 4 22 18-10 14-10-8v44H38V36l-10 8-10-14z'],
    ['D', 'M58 10h4v70h-4zM44 54h10v4H44zM66 54h10v4H66z'],
  ],
  cap: [
    ['C', 'M22 56c0-26 18-38 38-38s34 14 34 34z'],
    ['D', 'M60 52c20-4 40 0 52 10-14 0-40 0-54-2z'],
  ],
  lamp: [
    ['D', 'M14 40c20-14 72-14 92 0v8c-20-12-72-12-92 0z'],
    ['C', 'M44 34h32v26H44z'],
    ['D', 'M52 40h16v14H52z'],
  ],
  bottle: [
    ['D', 'M52 6h16v12H52z'],
    ['C', 'M50 18h20l6 12v48c0 4-3 6-6 6H50c-3 0-6-2-6-6V30z'],
    ['D', 'M44 46h32v14H44z'],
  ],
  pack: [
    ['D', 'M50 10c0-8 20-8 20 0v6h-6v-4h-8v4h-6z'],
    ['C', 'M36 26c0-8 8-12 24-12s24 4 24 12v50c0 4-4 8-8 8H44c-4 0-8-4-8-8z'],
    ['D', 'M44 50h32v22H44zM44 34h32v4H44z'],
  ],
  tent: [
    ['C', 'M60 12l50 66H10z'],
    ['D', 'M60 34l18 44H42z'],
  ],
  poles: [
    ['C', 'M40 8h6l14 74h-6zM74 8h6L66 82h-6z'],
    ['D', 'M38 6h10v14H38zM72 6h10v14H72z'],
  ],
  box: [
    ['C', 'M26 30l34-14 34 14v38L60 82 26 68z'],
    ['D', 'M26 30l34 14 34-14v6L60 50 26 36z'],
  ],
  card: [
    ['C', 'M20 22h80c4 0 6 2 6 6v36c0 4-2 6-6 6H20c-4 0-6-2-6-6V28c0-4 2-6 6-6z'],
    ['D', 'M60 34c6-8 16 0 10 8 8 4 2 14-6 10-4 8-14 2-10-6-8-4-2-14 6-12z'],
  ],
} as const satisfies Record<string, readonly (readonly ['C' | 'D', string])[]>

export type PictureName = keyof typeof drawings

/**
 * An SVG document without scripts, styles or references.
 *
 * @param colour As `#rrggbb`.
 */
export function drawPicture(name: PictureName, colour: string): string {
  const fills = { C: colour, D: darker(colour) }
  const paths = drawings[name].map(([fill, path]) => `<path fill="${fills[fill]}" d="${path}"/>`)
  const ground = '<rect width="120" height="90" fill="#f4f1ec"/>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90" width="480" height="360">${ground}${paths.join('')}</svg>`
}

/** 0.6 of each channel. */
function darker(colour: string): string {
  const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.6))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
