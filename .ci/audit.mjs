// Known faults of what is shipped with the package; says so and goes on where nobody can be asked.
import { spawnSync } from 'node:child_process'
import { minute, root } from './tools.mjs'

const asked = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  timeout: minute,
  shell: process.platform === 'win32',
})
const { metadata, vulnerabilities } = answerOf(asked.stdout)
if (!metadata) console.log('audit: skipped, the registry does not answer')
else if (metadata.vulnerabilities.total === 0) console.log('audit: nothing known')
else {
  console.error(`audit: ${Object.keys(vulnerabilities).join(', ')}; see npm audit`)
  process.exitCode = 1
}

function answerOf(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
