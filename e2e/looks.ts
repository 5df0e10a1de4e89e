// The looks in which a page is tested: a phone and a desk, light and dark.

/** `npm test` takes two opposite corners, in which each width and each theme is once; `npm run test:all` all four. */
export const looks = ([360, 1280] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    width,
    colorScheme,
    tag: (width === 360) === (colorScheme === 'dark') ? [] : ['@all'],
  })),
)
