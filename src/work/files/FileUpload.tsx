/** `FileUpload`: the host takes the files of the user; the agent gets a handle, a size and a type of each. */
import { useState } from 'react'
import { ariaLabelOf, labelOf, useField } from '../../basic/inputs/Field.tsx'
import type { RendererOf } from '../../react/renderer.ts'
import type { FileUploadProps } from '../props.ts'
import { workTextsOf } from '../texts.ts'

/** Takes a file, to a server of the host's for instance, and gives the handle that the agent may know it by. */
export type TakeFile = (file: File) => Promise<string> | string

/**
 * A renderer for `FileUpload`. Neither content nor name of a file goes to the agent. Files that the host does not take, because
 * `takeFile` rejects, are told to the user, and nothing is sent.
 *
 * @example
 * <SurfaceList runtime={runtime} renderers={{ ...workRenderers, FileUpload: { control: fileUpload(upload) } }} />
 */
export function fileUpload(takeFile?: TakeFile): RendererOf<FileUploadProps> {
  return function FileUpload(input) {
    const { props, act, busy, failed, frozen, label, locale } = input
    const { accept, multiple, maxSize = Number.POSITIVE_INFINITY } = props
    const texts = workTextsOf(input.texts)
    const [state, setState] = useState<'idle' | 'taking' | 'refused' | 'tooLarge' | 'sent'>('idle')
    const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
    const note = !takeFile
      ? texts.noFiles
      : state === 'tooLarge'
        ? texts.fileTooLarge(size.format(maxSize / 1_000_000))
        : state === 'refused' || failed
          ? input.texts.actionFailed
          : undefined
    const field = useField(input, note)

    async function send(files: readonly File[]): Promise<void> {
      if (!takeFile || frozen || files.length === 0) return
      if (files.some((file) => file.size > maxSize)) return setState('tooLarge')
      setState('taking')
      try {
        const handles = await Promise.all(files.map((file) => takeFile(file)))
        act('action', { files: files.map(({ size, type }, index) => ({ handle: handles[index] ?? '', size, type })) })
        setState('sent')
      } catch {
        setState('refused')
      }
    }

    const isBusy = busy || state === 'taking'
    return (
      <div className="sf-field sf-file">
        {labelOf(field.id, props.label)}
        <input
          {...field.attributes}
          type="file"
          className="sf-file__input"
          aria-label={ariaLabelOf(label, props.label, texts.file)}
          aria-busy={isBusy || undefined}
          accept={accept}
          multiple={multiple}
          disabled={!takeFile || frozen}
          onChange={({ target }) => {
            void send([...(target.files ?? [])])
          }}
        />
        <p className="sf-field__note" role="status">
          {isBusy ? texts.sending : state === 'sent' && !failed ? texts.sent : ''}
        </p>
        {field.error}
      </div>
    )
  }
}
