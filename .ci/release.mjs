// Before `npm publish`: the tree, the tag and the changelog are those of a release, and the package is built from them and checked.
// Provenance is npm's own work: `publishConfig` asks for it, and npm refuses where no pipeline can vouch for it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseFaults } from './release-faults.mjs'
import { node, root, tool } from './tools.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const faults = releaseFaults({
  version,
  changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  changes: git('status', '--porcelain'),
  tags: git('tag', '--points-at', 'HEAD').split('\n'),
})
for (const fault of faults) console.error(`release: ${fault}`)

const checked =
  faults.length === 0 &&
  node(tool('vite'), ['build', '--mode', 'lib', '--logLevel', 'warn']) &&
  node(tool('vite'), ['build', '--mode', 'standalone', '--logLevel', 'warn']) &&
  node(tool('typescript', 'tsc'), ['-p', 'src']) &&
  node(join(root, '.ci/package.mjs'), [])
if (!checked) process.exitCode = 1
