// A sound that nobody hears.

/** Two seconds of nothing, 8 kHz mono WAVE. */
export function silence(): Buffer {
  const rate = 8000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + 2 * rate, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  for (const [at, half] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(half, at)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.write('data', 36)
  head.writeUInt32LE(2 * rate, 40)
  return Buffer.concat([head, Buffer.alloc(2 * rate, 128)])
}
