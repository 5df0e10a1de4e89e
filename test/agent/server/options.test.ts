// Mistakes of a host that its types do not show in JavaScript.
import { describe, expect, it } from 'vitest'
import { type AgentServerOptions, createAgentServer } from '../../../src/agent/server/index.ts'
import { type BusinessOptions, createBusiness } from '../../../src/commerce/business/index.ts'
import { type ConnectOptions, connectBusiness } from '../../../src/commerce/index.ts'

const execute = async function* (): AsyncGenerator<never> {}

describe('a missing option', () => {
  it.each([
    [undefined, 'The option "card" must be a card with a name; options given: none'],
    [{ crd: { name: 'A' }, execute }, 'The option "card" must be a card with a name; options given: crd, execute'],
    [{ card: {}, execute }, 'The option "card" must be a card with a name; options given: card, execute'],
    [{ card: { name: 'A' }, run: execute }, 'The option "execute" must be a function; options given: card, run'],
  ])('[AS-25] of an agent server is named: %o', (options, message) => {
    expect(() => createAgentServer(options as unknown as AgentServerOptions)).toThrow(new TypeError(message))
  })

  it.each([
    [undefined, 'The option "profile" must be an object; options given: none'],
    [{ profle: {}, store: {} }, 'The option "profile" must be an object; options given: profle, store'],
    [{ profile: {}, stores: [] }, 'The option "store" must be an object; options given: profile, stores'],
  ])('[AS-25] of a business is named: %o', (options, message) => {
    expect(() => createBusiness(options as unknown as BusinessOptions)).toThrow(new TypeError(message))
  })

  it.each([
    [undefined, 'The option "profile" must be an address; options given: none'],
    [{}, 'The option "profile" must be an address; options given: none'],
    [
      { profle: 'https://p.example/', binding: 'rest' },
      'The option "profile" must be an address; options given: profle, binding',
    ],
  ])('[AS-25] of the connection to a business is named: %o', async (options, message) => {
    const connected = connectBusiness('https://shop.example', options as unknown as ConnectOptions)
    await expect(connected).rejects.toStrictEqual(new TypeError(message))
  })
})
