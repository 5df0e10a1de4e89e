/** `CodeBlock`: code to read and to copy. */
import { useId, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { CodeBlockProps } from '../props.ts'
import { workTextsOf } from '../texts.ts'

/** The lines stay as they are; the box scrolls, and is reached by the keyboard. Code runs from left to right in every language. */
export const CodeBlock: RendererOf<CodeBlockProps> = ({ props, label, description, ...input }) => {
  const { code, language, title } = props
  const texts = workTextsOf(input.texts)
  const id = useId()
  const [said, setSaid] = useState('')
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code)
      setSaid(texts.copied)
    } catch {
      setSaid(texts.notCopied)
    }
  }
  return (
    <div className="sf-code">
      <div className="sf-code__bar">
        <span className="sf-code__title" id={id} dir="auto">
          {title || language || texts.code}
        </span>
        <span className="sf-code__said" role="status">
          {said}
        </span>
        <button type="button" className="sf-table__copy" onClick={copy}>
          {texts.copy}
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields. */}
      <div
        role="group"
        className="sf-code__box"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: A box that scrolls must be reachable by keyboard.
        tabIndex={0}
        dir="ltr"
        aria-labelledby={label === undefined ? id : undefined}
        aria-label={label}
        aria-description={description}
      >
        <pre className="sf-code__text">
          <code>{code}</code>
        </pre>
      </div>
    </div>
  )
}
