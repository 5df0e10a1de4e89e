// The demo's pages in dist-demo, for the end-to-end tests: from the build that `npm start` has made and kept, if there is one.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages } from './demo-build.mjs'
import { root } from './tools.mjs'

const target = join(root, 'dist-demo')
const pages = await buildPages()
rmSync(target, { recursive: true, force: true })
cpSync(pages, target, { recursive: true })
