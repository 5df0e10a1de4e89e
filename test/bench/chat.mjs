// What an answer costs a page while it comes in: the demo's transcripts, 60 tokens a second, on a processor slowed six times.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { root } from '../../.ci/tools.mjs'

const rate = 60
const slowed = 6
const kinds = ['ours', 'asText']
const folder = join(root, 'demo/transcripts')

/** It lasts as long as the answers do: some minutes for each kind. `open`: a page of its own for each answer. */
export async function measureChat(open, { quick }) {
  const names = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  const costs = []
  for (const file of names.slice(0, quick ? 2 : undefined)) {
    const tokens = [...decodeGenerator(encode(readFileSync(join(folder, file), 'utf8')))]
    for (const kind of kinds) {
      const page = await open('ours')
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
      const cost = await page.evaluate(
        async ([name, ...args]) => {
          const chat = await window.bench.chat()
          return chat.playAnswer(...args, chat[name])
        },
        [kind, tokens, rate],
      )
      costs.push({ name: basename(file, '.jsonl'), kind, ...cost })
      await page.context().close()
    }
    console.error(`${file} is done`)
  }
  return costs
}
