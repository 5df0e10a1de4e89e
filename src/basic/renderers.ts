/** What draws the components of the basic catalog. */
import { defineRenderers, type RendererOf } from '../react/renderer.ts'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { CheckBox } from './CheckBox.tsx'
import { Column } from './Column.tsx'
import { basicCatalog } from './catalog.ts'
import type { BasicProps } from './props.ts'
import { Row } from './Row.tsx'
import { Text } from './Text.tsx'
import { TextField } from './TextField.tsx'

/** A renderer for each type, which gets the properties of its schema. */
export type BasicRenderers = {
  readonly [Type in keyof BasicProps]: RendererOf<BasicProps[Type]> | { readonly inline: RendererOf<BasicProps[Type]> }
}

export const basicRenderers: BasicRenderers = defineRenderers<BasicRenderers>(basicCatalog, {
  Text: { inline: Text },
  Row: { inline: Row },
  Column: { inline: Column },
  Card: { inline: Card },
  Button: { inline: Button },
  TextField,
  CheckBox,
})
