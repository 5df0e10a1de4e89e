// What `npm publish` refuses before it begins.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { releaseFaults } from '../../.ci/release-faults.mjs'

const good = { version: '0.1.0', changelog: '# Changelog\n\n## 0.1.0, 2026-12-01\n', changes: '', tags: ['v0.1.0', ''] }

describe('a release', () => {
  it('[RL-1] may go out from a clean, tagged tree whose changelog has its date', () => {
    expect(releaseFaults(good)).toEqual([])
  })

  it.each([
    ['changed files', { changes: ' M src/entries/core.ts\n' }, 'src/entries/core.ts'],
    ['no tag', { tags: [''] }, 'no tag v0.1.0'],
    ['the tag of another version', { tags: ['v0.1.00', 'v0.2.0'] }, 'no tag v0.1.0'],
    ['no date', { changelog: '# Changelog\n\n## 0.1.0, unreleased\n' }, '0.1.0, unreleased'],
    ['another version in front', { changelog: '## 0.2.0, 2026-12-01\n\n## 0.1.0, 2026-11-01\n' }, '0.2.0'],
    ['an empty changelog', { changelog: '' }, 'changelog'],
  ])('[RL-1] does not go out with %s', (_, change, word) => {
    const faults = releaseFaults({ ...good, ...change })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(word)
  })

  it('[RL-1] says where the package comes from, and is checked before', () => {
    const { publishConfig, scripts } = JSON.parse(
      readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
    )
    expect(publishConfig).toEqual({ access: 'public', provenance: true })
    expect(scripts.prepublishOnly).toBe('node .ci/release.mjs')
  })
})
