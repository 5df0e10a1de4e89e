// The README and the pages of the guide, as files: their code blocks, headings and links.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../..')

/** Where the code host has a file: documents link to tests so, which are not in the package. */
export const host = 'https://github.com/surface-runtime/surface-runtime/blob/main/'

/** Paths in the repository of all that users read: the README first. */
export const documents: readonly string[] = [
  'README.md',
  ...readdirSync(join(repository, 'demo/guide'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `demo/guide/${file}`),
]

export interface Block {
  readonly file: string
  /** The nearest one above it. */
  readonly heading: string
  /** First word behind the fence. */
  readonly language: string
  /** What follows that word. */
  readonly note: string
  readonly code: string
}

export const textOf = (file: string): string => readFileSync(join(repository, file), 'utf8')

export function blocksOf(file: string): readonly Block[] {
  const text = textOf(file)
  return [...text.matchAll(/^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: note = '', 3: code = '' }) => {
      const heading = headingsOf(text.slice(0, index)).at(-1) ?? ''
      return { file, heading, language, note, code }
    },
  )
}

/** Code in the sentences of a text. */
export function phrasesOf(text: string): readonly string[] {
  return [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase)
}

const withoutBlocks = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '')

const headingsOf = (text: string): readonly string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)

const proseOf = (file: string): string => withoutBlocks(textOf(file))

/** Places that a link can lead to in a document, as code hosts name them. */
export function anchorsOf(file: string): readonly string[] {
  return headingsOf(textOf(file)).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

export interface Link {
  readonly from: string
  /** In the repository. */
  readonly file: string
  /** Without `#`; empty where there is none. */
  readonly anchor: string
}

/** Links and pictures that lead to a file of the repository. */
export function linksOf(from: string): readonly Link[] {
  return [...proseOf(from).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    const [path = '', anchor = ''] = target.split('#')
    if (target.startsWith(host)) return [{ from, file: path.slice(host.length), anchor }]
    if (/^\w+:/.test(target)) return []
    return [{ from, file: path === '' ? from : posix.normalize(posix.join(dirname(from), path)), anchor }]
  })
}
