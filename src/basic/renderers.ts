/** What draws the components of the basic catalog. */
'use client'

import { defineRenderers, type RenderersOf } from '../react/renderer.ts'
import { AudioPlayer } from './AudioPlayer.tsx'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { CheckBox } from './CheckBox.tsx'
import { ChoicePicker } from './ChoicePicker.tsx'
import { Column } from './Column.tsx'
import { basicCatalog } from './catalog.ts'
import { DateTimeInput } from './DateTimeInput.tsx'
import { Divider } from './Divider.tsx'
import { Icon } from './Icon.tsx'
import { Image } from './Image.tsx'
import { List } from './List.tsx'
import { Modal } from './Modal.tsx'
import type { BasicProps } from './props.ts'
import { Row } from './Row.tsx'
import { Slider } from './Slider.tsx'
import { Tabs } from './Tabs.tsx'
import { plainText, Text } from './Text.tsx'
import { TextField } from './TextField.tsx'
import { Video } from './Video.tsx'

/** A renderer for each type, which gets the properties of its schema. */
export type BasicRenderers = RenderersOf<BasicProps>

export const basicRenderers: BasicRenderers = defineRenderers<BasicProps>(basicCatalog, {
  Text: { inline: Text, plain: plainText },
  Row: { inline: Row },
  Column: { inline: Column },
  Card: { inline: Card },
  Button: { control: Button },
  TextField: { control: TextField },
  CheckBox: { control: CheckBox },
  Image,
  Icon: { inline: Icon },
  Video: { control: Video },
  AudioPlayer: { control: AudioPlayer },
  List,
  Tabs: { control: Tabs },
  Modal: { control: Modal },
  Divider: { inline: Divider },
  ChoicePicker: { control: ChoicePicker },
  Slider: { control: Slider },
  DateTimeInput: { control: DateTimeInput },
})
