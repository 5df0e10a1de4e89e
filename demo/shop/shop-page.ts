/** The look of the shop's own pages: plain HTML without scripts. */

/** A page of the shop. Title and body are HTML: what comes from the catalog is escaped before. */
export function shopPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Flower &amp; Foot</title>
<style>${styles}</style>
</head>
<body>
<main>
<p class="shop">Flower &amp; Foot</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

const styles = `
:root { color-scheme: light dark; --ground: #faf9f7; --card: #fff; --text: #1f2328; --quiet: #5b6169; --line: #e4e1dc }
@media (prefers-color-scheme: dark) { :root { --ground: #16181b; --card: #1f2226; --text: #e8e6e3; --quiet: #a5abb3; --line: #34383e } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: 8vh auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 16px }
@media (max-width: 36rem) { main { margin: 0; min-height: 100vh; border: 0; border-radius: 0 } }
.shop { margin: 0; color: var(--quiet); font-size: .875rem }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.3 }
ul { list-style: none; margin: 0; padding: 0 }
li { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line) }
.name { flex: 1 1 100%; overflow-wrap: anywhere }
li span:not(.name) { flex: 1; color: var(--quiet) }
li b, dd { font-variant-numeric: tabular-nums; font-weight: 500 }
dl { margin: 1rem 0 }
dl div { display: flex; justify-content: space-between }
dd { margin: 0 }
.total { font-size: 1.125rem; font-weight: 600 }
.total dd { font-weight: 600 }
.picture { width: 100%; max-width: 24rem; border-radius: 12px; background: #f4f1ec }
.note { margin: 1.5rem 0 0; color: var(--quiet); font-size: .875rem }
`

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Where there is nothing to show. `asked`: a cart was named, which is not there. */
export function welcomePage(asked: boolean): string {
  const text = asked
    ? 'This cart is not here any more: it has expired, or it was emptied.'
    : 'The shop is open. Tell the agent in the chat what you are looking for.'
  return shopPage(asked ? 'No cart' : 'Flower &amp; Foot', `<p>${text}</p>`)
}
