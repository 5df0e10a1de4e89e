/** The yardstick for a thousand components of a type: the elements that show the same, drawn by bare React. */
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { film, picture, sound } from './kinds.ts'

const wide: CSSProperties = { display: 'block', width: '100%' }
const film169: CSSProperties = { ...wide, aspectRatio: '16 / 9', maxHeight: 400 }
const picture43: CSSProperties = { display: 'block', width: 320, aspectRatio: '4 / 3' }

const ignore = (): void => undefined

const one: { readonly [type: string]: ReactNode } = {
  Text: <p>x</p>,
  Row: (
    <div style={{ display: 'flex' }}>
      <p>x</p>
    </div>
  ),
  Column: (
    <div>
      <p>x</p>
    </div>
  ),
  Card: (
    <div>
      <p>x</p>
    </div>
  ),
  List: (
    <ul>
      <li>
        <p>x</p>
      </li>
    </ul>
  ),
  Divider: <hr />,
  Icon: (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M8 5v14l11-7z" />
    </svg>
  ),
  Image: <img src={picture} alt="" loading="lazy" style={picture43} />,
  // biome-ignore lint/a11y/useMediaCaption: the same as in `Video`.
  Video: <video src={film} controls preload="none" style={film169} />,
  // biome-ignore lint/a11y/useMediaCaption: the same as in `AudioPlayer`.
  AudioPlayer: <audio src={sound} controls preload="none" style={wide} />,
  Button: <button type="button">x</button>,
  TextField: (
    <label>
      L<input value="x" onChange={ignore} />
    </label>
  ),
  CheckBox: (
    <label>
      L<input type="checkbox" checked onChange={ignore} />
    </label>
  ),
  Slider: (
    <label>
      L<input type="range" max={9} value={1} onChange={ignore} />
    </label>
  ),
  DateTimeInput: (
    <label>
      L<input type="date" value="2026-05-14" onChange={ignore} />
    </label>
  ),
  ChoicePicker: (
    <fieldset>
      <legend>L</legend>
      <label>
        <input type="radio" />a
      </label>
    </fieldset>
  ),
  Tabs: (
    <div>
      <button type="button">a</button>
      <p>x</p>
    </div>
  ),
  Modal: (
    <div>
      <button type="button">x</button>
      <dialog />
    </div>
  ),
}

const count = 1_000

/** By the name of the input that is measured beside it. */
export const bareKinds: { readonly [name: string]: () => ReactNode } = Object.fromEntries(
  Object.entries(one).map(([type, element]) => [
    `1,000 of ${type}, bare React`,
    // biome-ignore lint/suspicious/noArrayIndexKey: the elements never change.
    () => Array.from({ length: count }, (_, index) => <Fragment key={index}>{element}</Fragment>),
  ]),
)
