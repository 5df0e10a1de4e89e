/** What a person does so that some states can be seen. */

/** Brings about what the cases called `invalid`, `held` and `busy` show. */
export function touch(): void {
  // The event alone: after a real focus the Tab key would begin at that field, far down the page.
  for (const field of within('invalid', 'input, textarea'))
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  for (const field of within('held', 'input')) type(field, 'https://pictures.example/ada.png')
  for (const button of within('busy', 'button')) button.click()
}

function within(state: string, selector: string): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>(`[data-state="${state}"] :is(${selector})`)
}

/** As keys would: React follows the element's own value, so it has to be set past React. */
function type(field: HTMLElement, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  value?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
