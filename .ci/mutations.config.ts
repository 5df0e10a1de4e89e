// The unit tests over one changed place of `src`, for mutations.mjs. The file itself stays as it is.
import { defineConfig, mergeConfig, type Plugin } from 'vite'
import base from '../vite.config.ts'

/** MUTATION: `{ file, start, end, text }` in JSON; `file` is absolute, `start` and `end` are offsets in UTF-16. */
function mutation(): Plugin {
  const { file, start, end, text } = JSON.parse(process.env['MUTATION'] ?? '{}')
  return {
    name: 'surface-runtime:mutation',
    enforce: 'pre',
    transform: (code, id) => (id === file ? `${code.slice(0, start)}${text}${code.slice(end)}` : undefined),
  }
}

export default defineConfig((env) => mergeConfig(base(env), { plugins: [mutation()] }))
