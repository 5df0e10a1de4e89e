// A page for a strict security policy. The library is called from here, because what Playwright calls is not held to it.
import { createRoot } from 'react-dom/client'
import { basicCatalog, createRuntime, extendedCatalog, SurfaceList } from 'surface-runtime'
import './page.css'
import 'surface-runtime/styles.css'
import wire from './strict.jsonl?raw'

const violations = document.getElementById('violations')
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  violations?.append(`${effectiveDirective} ${blockedURI}\n`)
})

/** Pictures come from beside this page; an agent's addresses are whole ones. */
const lines = wire.replaceAll('{here}', new URL('.', location.href).href.slice(0, -1))

/** To see that the policy is in force: `#provoke` does what it forbids. */
function provoke(): void {
  try {
    // biome-ignore lint/security/noGlobalEval: it must fail
    globalThis.eval('1')
  } catch {
    document.getElementById('root')?.setAttribute('style', 'color: red')
  }
}

const root = document.getElementById('root')
if (root && location.hash === '#work') void import('./strict-work.tsx').then(({ draw }) => draw(root, violations))
else if (root) {
  const runtime = createRuntime({
    catalogs: [extendedCatalog, basicCatalog],
    onEvent: ({ name, context }) => {
      runtime.apply({
        version: 'v0.9',
        updateDataModel: { surfaceId: 'new', path: '/answer', value: `${name} ${JSON.stringify(context)}` },
      })
    },
    // A host with such a policy allows its own pictures; `#films` is one whose policy allows films and sounds too.
    media: location.hash === '#films' ? 'all' : ({ origin }) => origin === location.origin,
    onError: ({ code }) => {
      if (code !== 'MEDIA_REFUSED') violations?.append(`${code}\n`)
    },
  })
  createRoot(root).render(<SurfaceList runtime={runtime} />)
  if (location.hash === '#provoke') provoke()
  // In pieces, so that components and data come to what is on the page already.
  for (let at = 0; at < lines.length; at += 100) setTimeout(() => runtime.push(lines.slice(at, at + 100)), 1)
  setTimeout(() => runtime.end(), 1)
}
