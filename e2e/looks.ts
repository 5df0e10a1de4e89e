// The looks in which a page is tested: a phone and a desk, light and dark.

/** `npm test` takes one of them, which each file names; `npm run test:all` takes all four. */
export function looksFrom(first: 'a phone, dark' | 'a desk, light'): readonly Look[] {
  return ([360, 1280] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => {
      const name = `${width === 360 ? 'a phone' : 'a desk'}, ${colorScheme}`
      return { width, colorScheme, tag: name === first ? [] : ['@all'] }
    }),
  )
}

interface Look {
  readonly width: 360 | 1280
  readonly colorScheme: 'light' | 'dark'
  readonly tag: string[]
}
