/** What the runtime itself says to people. No renderer holds a sentence of its own; a host replaces any of these. */

export interface Texts {
  /** In place of a component that failed. */
  readonly failed: string
  /** In place of what a limit left out. */
  readonly tooLarge: string
  /** On the button after a long list; `hidden` items are not drawn. */
  readonly more: (hidden: number) => string
  /** The name of a surface whose agent gave none. */
  readonly surface: string
}

export const defaultTexts: Texts = {
  failed: 'This part could not be shown.',
  tooLarge: 'There is more than can be shown here.',
  more: (hidden) => `Show more (${hidden})`,
  surface: 'Interactive reply',
}
