// The unit tests on each Node that the package works with. They come from the npm registry, as the package `node`.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { failureText, readUnitReport } from '../reports.mjs'
import { minute, root } from '../tools.mjs'
import { install, run, write } from './run.mjs'

const versions = ['20.19.0', '22', '24', '26']

export async function adoptNodes({ temp, check }) {
  for (const version of versions) {
    const folder = join(temp, `node-${version}`)
    mkdirSync(folder)
    write(folder, { 'package.json': JSON.stringify({ name: 'host', private: true }) })
    await install(folder, [`node@${version}`])
    await check(`the unit tests pass on ${version}`, () => runUnitTests(folder))
  }
}

async function runUnitTests(folder) {
  const file = join(folder, 'unit.json')
  const args = [join(root, '.ci/unit.mjs'), '--reporter=json', `--outputFile=${file}`]
  const { ok, output } = await run(join(folder, 'node_modules/node/bin/node'), args, {
    cwd: root,
    timeout: 30 * minute,
  })
  if (ok) return
  const { failures } = readUnitReport(JSON.parse(readFileSync(file, 'utf8')))
  const texts = failures.map((failure) => failureText('unit', failure, root))
  throw new Error(texts.join('\n') || output.slice(-2_000))
}
