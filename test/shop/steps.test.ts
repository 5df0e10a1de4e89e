// The conversation of the demo, step by step over real HTTP, with the library's own client at one end.
import { afterEach, describe, expect, it } from 'vitest'
import { openWalk, type Walk, type WalkOptions } from './walk.ts'

const open: Walk[] = []

afterEach(async () => {
  for (const walk of open.splice(0)) await walk.close()
})

async function begin(options?: WalkOptions): Promise<Walk> {
  const walk = await openWalk(options)
  open.push(walk)
  return walk
}

describe.each(['v0.9', 'v0.8'] as const)('%s', (version) => {
  it('[SH-1] the whole way, from the search to the link', async () => {
    const walk = await begin({ version })
    await walk.say('running shoes under 150')
    await walk.press('results', 'more')
    await walk.press('results', 'details', '/items/3')
    await walk.press('detail', 'add')
    walk.enter('cart', '/cart/lines/0/quantity', '2')
    await walk.press('cart', 'update')
    await walk.say('check out')
    expect(walk.conversation.state.getSnapshot()).toBe('waiting')
    await walk.press('confirm', 'confirm')
    expect(walk.surfaceIds()).toEqual(['cart', 'confirm'])
    expect(walk.faults).toEqual([])
  })
})
