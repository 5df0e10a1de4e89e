// The first form of a page, as a browser would send it.
export interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

export function parseHTML(html: string): Form | undefined {
  const form = /<form\b[^>]*>/.exec(html)?.[0]
  if (!form) return undefined
  const fields = [...html.matchAll(/<(?:input|button)\b[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const name = attribute(tag, 'name')
    // The button that gives up is not pressed.
    return name === undefined || name === 'abort' ? [] : [[name, attribute(tag, 'value') ?? '']]
  })
  return { action: attribute(form, 'action') ?? '', fields: Object.fromEntries(fields) }
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')
}
