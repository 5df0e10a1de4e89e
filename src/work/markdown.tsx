/** Markdown within other components, drawn as the basic `Text` draws it. */
import type { ReactNode } from 'react'
import { Text } from '../basic/text/Text.tsx'
import type { RendererInput } from '../react/renderer.ts'

/** Links in it keep to the rules of the surface, as those of a `Text` do. */
export function drawMarkdown<Props>(input: RendererInput<Props>, text: string): ReactNode {
  const own = {
    props: { value: { text, variant: 'body' } },
    label: { value: undefined },
    description: { value: undefined },
  }
  return Text(Object.create(input, own))
}
