/** What is drawn in the cells of a column. */
import type { ReactNode } from 'react'
import { MarkdownLink } from '../../basic/markdown/MarkdownLink.tsx'
import { MediaSlot } from '../../basic/media/MediaSlot.tsx'
import { toText } from '../../json/coerce.ts'
import { getOwn, type Maybe } from '../../json/value.ts'
import type { RendererInput } from '../../react/renderer.ts'
import { Tag } from '../badge/Tag.tsx'
import type { TableColumn, TableProps } from '../props.ts'
import { type CellText, isNumeric } from './format.ts'
import { namesOf, type Row, valueAt } from './rows.ts'

export type CellInput = RendererInput<TableProps>

/** Texts of so few letters are not broken: a date, a number of an order. */
const shortText = 20

type Draw = (value: Maybe, input: CellInput) => ReactNode

/** Draws the value of a row. */
export function drawCell(
  column: TableColumn,
  format: (value: Maybe) => CellText,
): (row: Row, input: CellInput) => ReactNode {
  const names = namesOf(column.path)
  const draw = drawingOf(column, format)
  return (row, input) => draw(valueAt(row.value, names), input)
}

function drawingOf(column: TableColumn, format: (value: Maybe) => CellText): Draw {
  const { tones = {} } = column
  const drawText: Draw = (value) => {
    const { text, after, pad } = format(value)
    return (
      <span
        className={`sf-table__text${text.length <= shortText ? ' sf-table__text--short' : ''}`}
        dir={isNumeric(column) ? undefined : 'auto'}
        title={text.length > 2 * shortText ? text : undefined}
      >
        {text}
        {pad && (
          <span className="sf-table__pad" aria-hidden="true">
            {pad}
          </span>
        )}
        {after}
      </span>
    )
  }
  if (column.format === 'status')
    return (value, input) => {
      const text = toText(value)
      return text === '' ? drawText(value, input) : <Tag text={text} tone={getOwn(tones, text) ?? 'neutral'} />
    }
  if (column.format === 'link')
    return (value, input) => {
      const address = toText(value)
      const link = input.frozen ? undefined : input.link('rows', address)
      if (!link) return drawText(value, input)
      return (
        <MarkdownLink link={link} named={false}>
          <span className="sf-table__text">{address.replace(/^(https?:\/\/|mailto:)/, '').slice(0, 200)}</span>
        </MarkdownLink>
      )
    }
  if (column.format === 'image') return drawPicture
  return drawText
}

const drawPicture: Draw = (value, input) => {
  const slot = {
    ...pick(input),
    props: { url: toText(value) },
    media: (_property: 'url', address?: string, kind?: 'player') => input.media('rows', address, kind),
  }
  return (
    <MediaSlot input={slot} icon="photo" className="sf-table__picture" alt={undefined} small>
      {(url, focusRef, loading) => (
        <img
          key={url}
          className="sf-table__picture"
          ref={focusRef}
          src={url}
          alt=""
          loading={loading}
          decoding="async"
          referrerPolicy="no-referrer"
        />
      )}
    </MediaSlot>
  )
}

function pick({ texts, description, frozen, inControl, loading }: CellInput) {
  return { texts, description, frozen, inControl, loading }
}
