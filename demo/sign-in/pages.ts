/** The pages of the authorization server: what a person sees in the popup, and at the address of a device code. */

/** A text from outside as HTML shows it. */
function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign)
}

const style = `
:root { color-scheme: light dark; --ink: #1c1c1a; --paper: #fbfbf9; --line: #cfcfc8; --accent: #1f5f4a; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #ececE6; --paper: #1a1b19; --line: #4a4b47; --accent: #8fd1b8; --on-accent: #12211b } }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-inline-size: 26rem; margin: 0 auto; padding: 2rem 1.25rem }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3 }
form { display: grid; gap: .75rem; margin-block: 1rem }
label { display: grid; gap: .25rem }
input { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: .5rem; padding: .625rem .75rem; inline-size: 100% }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem }
button { font: inherit; font-weight: 600; min-block-size: 2.75rem; padding-inline: 1.25rem; border-radius: .5rem; border: 1px solid var(--line); color: inherit; background: none; cursor: pointer }
button.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
code { font-size: 1.25rem; letter-spacing: .08em; white-space: nowrap }
[role=alert] { font-weight: 600 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

/** `body`: HTML. */
function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
}

export function loginPage(action: string, client: string): string {
  return page(
    'Sign in',
    `<p>To go on to ${escapeHtml(client)}. Any name will do: this server is part of a demo.</p>
<form method="post" action="${action}"><label>Name <input name="name" value="Robin Sample" autocomplete="username" required maxlength="40"></label>
<div class="buttons"><button class="main" name="go" value="login">Sign in</button><button name="go" value="deny" formnovalidate>Cancel</button></div></form>`,
  )
}

/** `scopes`: what each allows, in words. */
export function consentPage(action: string, client: string, scopes: readonly string[]): string {
  const items = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('')
  return page(
    `Allow ${client}?`,
    `<p>It asks to:</p><ul>${items}</ul>
<form method="post" action="${action}"><div class="buttons"><button class="main" name="go" value="allow">Allow</button><button name="go" value="deny">Do not allow</button></div></form>`,
  )
}

/** `form`: HTML of the library. */
export function codePage(form: string, wrong: string | undefined): string {
  const told = wrong === undefined ? '<p>Type the code that you see.</p>' : `<p role="alert">${escapeHtml(wrong)}</p>`
  const labelled = form.replace('placeholder="Enter code"', 'aria-label="Code"')
  return page(
    'Sign in with a code',
    `${told}${labelled}<button class="main" type="submit" form="op.deviceInputForm">Continue</button>`,
  )
}

export function codeConfirmPage(form: string, client: string, code: string): string {
  return page(
    'Is this your code?',
    `<p>Look at ${escapeHtml(client)}: it should show <code>${escapeHtml(code)}</code>. Go on only if you began this sign-in yourself.</p>${form}
<div class="buttons"><button class="main" type="submit" form="op.deviceConfirmForm">Yes, go on</button><button type="submit" form="op.deviceConfirmForm" name="abort" value="yes">No</button></div>`,
  )
}

export function donePage(): string {
  return page('You are signed in', '<p>You can close this page and go back to the chat.</p>')
}

export function refusedPage(reason: string): string {
  return page('This did not work', `<p role="alert">${escapeHtml(reason)}</p>`)
}
