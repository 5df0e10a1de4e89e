// The guide's custom elements.
import { createRuntime } from 'surface-runtime'
import { defineElements } from 'surface-runtime/element'
import 'surface-runtime/styles.css'

defineElements() // or { stylesheet }, a CSSStyleSheet: the elements then draw into shadow trees
const list = document.querySelector('surface-list')
if (list) list.runtime = createRuntime()
document.addEventListener('surface-event', ({ detail }) => detail.waitUntil(postToAgent(detail.wire)))

declare function postToAgent(wire: unknown): Promise<void>

export { list }
