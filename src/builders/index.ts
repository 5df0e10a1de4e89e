/**
 * `surface-runtime/builders`: for agents whose code writes surfaces. Functions that give checked messages of v0.9 and v0.8,
 * nested to write and flat when sent. Loads no catalog.
 */

export {
  audioPlayer,
  button,
  type CommonWritten,
  call,
  card,
  checkBox,
  choicePicker,
  column,
  dateTimeInput,
  divider,
  each,
  event,
  type IconName,
  icon,
  image,
  list,
  modal,
  row,
  slider,
  tabs,
  text,
  textField,
  video,
} from './basic-components.ts'
export type { Built } from './component.ts'
export { type BuildersOf, buildersFor, type SurfaceMessages, surface } from './surface.ts'
export { type SurfaceMessagesV08, surfaceV08 } from './surface-v08.ts'
export type * from './written.ts'
