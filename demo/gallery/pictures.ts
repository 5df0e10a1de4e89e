/** Pictures and sounds that need no network: drawn and reckoned here. */

/** A landscape as a PNG in a `data:` address. */
export function landscape(width: number, height: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return ''
  paint(context, '#c9dcec', [0, 0, width, 0, width, height, 0, height])
  paint(context, '#8fb0c9', [0, 0.7, 0.3, 0.35, 0.55, 0.68, 0.8, 0.42, 1, 0.66, 1, 1, 0, 1], width, height)
  paint(context, '#5f8f7a', [0, 0.82, 0.4, 0.66, 1, 0.86, 1, 1, 0, 1], width, height)
  paint(context, '#3f6f5c', [0, 0.92, 0.6, 0.8, 1, 0.95, 1, 1, 0, 1], width, height)
  context.fillStyle = '#f7e8b5'
  context.beginPath()
  context.arc(width * 0.72, height * 0.24, height * 0.09, 0, Math.PI * 2)
  context.fill()
  return canvas.toDataURL('image/png')
}

function paint(
  context: CanvasRenderingContext2D,
  colour: string,
  points: readonly number[],
  width = 1,
  height = 1,
): void {
  context.fillStyle = colour
  context.beginPath()
  for (let at = 0; at < points.length; at += 2)
    context.lineTo((points[at] ?? 0) * width, (points[at + 1] ?? 0) * height)
  context.fill()
}

/** One second of a tone, 8 kHz mono WAVE in a `data:` address. */
export function tone(hertz: number): string {
  const rate = 8000
  const samples = Array.from(
    { length: rate },
    (_, at) => 128 + Math.round(60 * Math.sin((at / rate) * hertz * 2 * Math.PI)),
  )
  const word = (value: number): number[] => [value, value >> 8, value >> 16, value >> 24].map((byte) => byte & 255)
  const text = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0))
  const format = [...word(16), 1, 0, 1, 0, ...word(rate), ...word(rate), 1, 0, 8, 0]
  const head = [...text('RIFF'), ...word(36 + rate), ...text('WAVEfmt '), ...format, ...text('data'), ...word(rate)]
  return `data:audio/wav;base64,${btoa(String.fromCharCode(...head, ...samples))}`
}
