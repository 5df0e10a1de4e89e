/** The renderers of the basic catalog. */
'use client'

import type { RenderersOf } from '../react/renderer.ts'
import { Button } from './button/Button.tsx'
import { Icon } from './icon/Icon.tsx'
import { CheckBox } from './inputs/CheckBox.tsx'
import { ChoicePicker } from './inputs/ChoicePicker.tsx'
import { DateTimeInput } from './inputs/DateTimeInput.tsx'
import { Slider } from './inputs/Slider.tsx'
import { TextField } from './inputs/TextField.tsx'
import { Card } from './layout/Card.tsx'
import { Divider } from './layout/Divider.tsx'
import { flow } from './layout/flow.tsx'
import { List } from './list/List.tsx'
import { AudioPlayer } from './media/AudioPlayer.tsx'
import { Image } from './media/Image.tsx'
import { Video } from './media/Video.tsx'
import { Modal } from './modal/Modal.tsx'
import type { BasicProps } from './props.ts'
import { Tabs } from './tabs/Tabs.tsx'
import { plainText, Text, textLeaf } from './text/Text.tsx'

/** A renderer for each component type. */
export type BasicRenderers = RenderersOf<BasicProps>

/**
 * What draws the basic catalog. Without `defineRenderers`, which would compare the names while the page loads: types and a test
 * compare them.
 *
 * @example
 * <SurfaceView runtime={runtime} surfaceId="s1" renderers={{ ...basicRenderers, Button: MyButton }} />
 */
export const basicRenderers: BasicRenderers = {
  Text: { inline: Text, plain: plainText, leaf: textLeaf },
  Row: flow('row'),
  Column: flow('column'),
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
  // The first 200 options, and 200 chosen ones after them.
  ChoicePicker: { control: ChoicePicker, listItems: 400 },
  Slider: { control: Slider, nodes: 10 },
  // Chromium makes 30 elements for the parts of a date; 2,000 such inputs took 1.4 s to draw.
  DateTimeInput: { control: DateTimeInput, nodes: 20 },
}
