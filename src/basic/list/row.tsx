/** The rows of a list as elements. */
import type { WrapChild } from '../../react/renderer.ts'

export const plainRow: WrapChild = (child, key) => (
  <li className="sf-list__item" key={key}>
    {child}
  </li>
)

/** The library reads `data-index`, sometimes after it has stopped observing a row. */
export const numberedRow: WrapChild = (child, key, index) => (
  <li className="sf-list__item" key={key} data-index={index}>
    {child}
  </li>
)
