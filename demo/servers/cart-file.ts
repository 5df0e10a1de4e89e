/** The carts of conversations in one file of JSON: conversation → id of its cart. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SavedCarts } from '../shop/agent/saved-carts.ts'

/** Conversations that are kept; the one whose cart changed longest ago goes first. */
const most = 1_000

/** A file that is missing or broken holds no carts. Where it cannot be written the carts last as long as the process. */
export function openCartFile(file: string): SavedCarts {
  const carts = read(file)
  return {
    get: (conversation) => carts.get(conversation),
    set(conversation, cartId) {
      if (carts.get(conversation) === cartId) return
      carts.delete(conversation)
      if (cartId !== undefined) carts.set(conversation, cartId)
      for (const oldest of carts.keys()) {
        if (carts.size <= most) break
        carts.delete(oldest)
      }
      write(file, carts)
    },
  }
}

function read(file: string): Map<string, string> {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const isEntry = (one: unknown): one is [string, string] =>
      Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string'
    return new Map(Array.isArray(entries) ? entries.filter(isEntry) : [])
  } catch {
    return new Map()
  }
}

/** A process that ends while it writes leaves the file as it was. */
function write(file: string, carts: ReadonlyMap<string, string>): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify([...carts]))
    renameSync(`${file}.new`, file)
  } catch {
    // The demo goes on without.
  }
}
