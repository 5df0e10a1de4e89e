// The guide's catalog, built by Vite with the guide's configuration in a folder of its own.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type UserConfig } from 'vite'
import { expect } from 'vitest'
import { repository } from '../../support/documents.ts'

const travel = join(repository, 'test/readme/travel')
const types = 'travel.types.ts'

/** Throws where the build fails, or the plugin writes other types than those of the samples. */
export async function buildTravel(config: UserConfig): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'surface-runtime-travel-'))
  try {
    cpSync(travel, folder, { recursive: true })
    rmSync(join(folder, types))
    const lib = { entry: join(folder, 'chat.tsx'), formats: ['es' as const] }
    // Packages are not installed in this folder.
    const rolldownOptions = { external: /^[^./]/ }
    const build_ = { lib, rolldownOptions, write: false }
    const result = await build({ ...config, configFile: false, root: folder, logLevel: 'error', build: build_ })
    expect(JSON.stringify(result)).toContain('https://host.example/travel')
    expect(readFileSync(join(folder, types), 'utf8')).toBe(readFileSync(join(travel, types), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
