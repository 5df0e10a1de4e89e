// A person at the pages of an authorization server: a browser of forms, cookies and redirects, without scripts.
import { parseHTML } from './forms.ts'

export interface Person {
  /** Opens an address, signs in, allows what is asked (or not), and returns where the way ends: an address below `end`, or the last page. */
  readonly go: (address: string, end?: string, allow?: boolean) => Promise<{ readonly url: URL; readonly text: string }>
}

export function createPerson(name = 'Robin Sample'): Person {
  const jars = new Map<string, Map<string, string>>()

  async function ask(url: URL, init: RequestInit = {}): Promise<Response> {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(key)
      else jar.set(key, value)
    }
    return response
  }

  async function go(address: string, end = 'none:', allow = true): Promise<{ url: URL; text: string }> {
    let url = new URL(address)
    let init: RequestInit = {}
    for (let step = 0; step < 20; step++) {
      if (url.href.startsWith(end)) return { url, text: '' }
      const response = await ask(url, init)
      init = {}
      const next = response.headers.get('location')
      if (next !== null) {
        await response.body?.cancel()
        url = new URL(next, url)
        continue
      }
      const text = await response.text()
      const form = parseHTML(text)
      // A page that says what went wrong is the end.
      if (!form || text.includes('role="alert"')) return { url, text }
      const fields = new URLSearchParams(form.fields)
      if (form.fields['name'] !== undefined) fields.set('name', name)
      if (form.fields['go'] !== undefined) fields.set('go', allow ? 'allow' : 'deny')
      url = new URL(form.action, url)
      init = { method: 'POST', body: fields, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    }
    throw new Error(`No end after 20 pages: ${url}`)
  }

  return { go }
}
