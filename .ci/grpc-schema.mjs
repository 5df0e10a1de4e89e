// The code of the gRPC messages, made from src/agent/grpc/proto: `node .ci/grpc-schema.mjs` writes it, `--check` compares it with
// what is committed. The generator of Buf is 95 MB, so it is no dependency: it is installed beside the caches when it is needed.
// Where it cannot be had, the check says so and passes.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './tools.mjs'

const buf = { name: '@bufbuild/buf', version: '1.75.0' }
const folder = join(root, 'node_modules/.cache/grpc-schema')
const committed = join(root, 'src/agent/grpc/generated')
const checks = process.argv.includes('--check')

if (!installed()) {
  console.log(`${buf.name} ${buf.version} cannot be installed here: the generated code is not compared`)
  process.exit(checks ? 0 : 1)
}
const target = checks ? join(folder, 'generated') : committed
rmSync(target, { recursive: true, force: true })
generate(target)
if (checks) compare(target)

function installed() {
  const manifest = join(folder, 'node_modules', buf.name, 'package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === buf.version) return true
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  // Its script only looks for a binary that another package brings.
  return npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', `${buf.name}@${buf.version}`], {
    cwd: folder,
  })
}

function generate(out) {
  const template = JSON.stringify({
    version: 'v2',
    plugins: [
      {
        local: ['node', join(root, 'node_modules/@bufbuild/protoc-gen-es/bin/protoc-gen-es')],
        out,
        opt: ['target=ts', 'import_extension=ts', 'erasable_syntax=true'],
      },
    ],
  })
  const command = join(folder, 'node_modules/.bin/buf')
  const args = ['generate', join(root, 'src/agent/grpc/proto'), '--template', template]
  const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`buf: ${stderr}`)
}

function compare(made) {
  const [expected, found] = [textsOf(made), textsOf(committed)]
  const names = new Set([...expected.keys(), ...found.keys()])
  const different = [...names].filter((name) => expected.get(name) !== found.get(name))
  if (different.length === 0) return console.log(`${names.size} files are as generated`)
  console.error(
    `Not as generated: ${different.join(', ')}. Run \`node .ci/grpc-schema.mjs\`, and commit what it writes.`,
  )
  process.exitCode = 1
}

function textsOf(directory) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [file.slice(directory.length), readFileSync(file, 'utf8')]
    }),
  )
}
