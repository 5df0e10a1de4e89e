// What a host's bundler makes of a program in the consumer of the package check.
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** `options`: those of the build. Returns the files that a page would get. */
export async function bundle(consumer, options) {
  const result = await build({
    root: consumer,
    configFile: false,
    logLevel: 'warn',
    // As hosts have it: without it Vite warns of each module that says 'use client'.
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: true, ...options },
  })
  return [result].flat().flatMap(({ output }) => output)
}
