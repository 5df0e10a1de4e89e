// Cards that a host signs, against the verifier of the package and against the public SDK's, and the reverse.
import { generateAgentCardSignature, AgentCard as PublicCard, verifyAgentCardSignature } from '@a2a-js/sdk'
import { exportJWK, FlattenedSign, generateKeyPair, importJWK, type JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { type AgentCard, connectAgent, signCard, verifyCard } from '../../../src/agent/index.ts'
import { wholeCard as card } from './whole-card.ts'

async function keyPair(alg: string): Promise<{ readonly secret: JWK & { kid: string }; readonly open: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { secret: { ...(await exportJWK(privateKey)), kid: 'k' }, open: { ...(await exportJWK(publicKey)), kid: 'k' } }
}

describe('a card that is signed', () => {
  it.each(['ES256', 'ES384', 'ES512', 'EdDSA', 'PS256'])(
    '[AC-28] by %s is verified, and with one change it is not',
    async (alg) => {
      const { secret, open } = await keyPair(alg)
      const signed = await signCard(card, alg === 'PS256' ? { ...secret, alg } : secret)
      expect(signed.signatures?.[0]).toEqual({ protected: expect.any(String), signature: expect.any(String) })
      expect(await verifyCard(signed, { keys: [open] })).toEqual(signed)
      const changed = verifyCard({ ...signed, version: '2' }, { keys: [open] })
      await expect(changed).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
      await expect(verifyCard(card, { keys: [open] })).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    },
  )

  it('[AC-28] twice has both signatures, and leads to its key set', async () => {
    const jku = 'https://keys.example/set.json'
    const [one, two] = [await keyPair('ES256'), await keyPair('ES256')]
    const signed = await signCard(await signCard(card, one.secret), { ...two.secret, kid: 'two' }, { jku })
    expect(signed.signatures).toHaveLength(2)
    const fetched: typeof fetch = async (url) =>
      Response.json({ keys: String(url) === jku ? [{ ...two.open, kid: 'two' }] : [] })
    await expect(verifyCard(signed, { jku: [jku] }, { fetch: fetched })).resolves.toBeDefined()
    const agent = await connectAgent('https://agent.example', {
      fetch: async () => Response.json(signed),
      keys: { keys: [one.open] },
    })
    expect(agent.cardSignature).toBe('verified')
  })

  it('[AC-28] is signed by private keys that have an id', async () => {
    const { secret, open } = await keyPair('ES256')
    for (const key of [open, { ...secret, kid: '' }, { ...secret, alg: 'HS256' }, { kty: 'oct', kid: 'k', d: 'AA' }])
      await expect(signCard(card, key as JWK & { kid: string })).rejects.toThrow(TypeError)
  })

  it('[AC-28] is read by the public SDK, and one of its own by this package', async () => {
    const { secret, open } = await keyPair('ES256')
    const ours = await signCard(card, secret)
    await expect(verifyAgentCardSignature(async () => open)(PublicCard.fromJSON(ours))).resolves.toBeUndefined()
    const sign = generateAgentCardSignature(secret, { alg: 'ES256', kid: 'k', typ: 'JOSE' })
    const theirs = PublicCard.toJSON(await sign(PublicCard.fromJSON(card))) as AgentCard
    expect((await verifyCard(theirs, { keys: [open] })).name).toBe('Signed')
  })

  const login = {
    oauth2SecurityScheme: {
      flows: { clientCredentials: { tokenUrl: 'https://login.example/token', scopes: {}, refreshUrl: '' } },
    },
  }
  const skill = { id: 's', name: 'S', description: 'Does it.', tags: ['t'] }

  it.each<readonly [string, object]>([
    ['capabilities', { capabilities: {} }],
    ['capabilities with false', { capabilities: { streaming: false, pushNotifications: false, extensions: [] } }],
    ['skills', { skills: [] }],
    ['tags', { skills: [{ ...skill, tags: [] }] }],
    ['tags beside false', { capabilities: { streaming: false }, skills: [{ ...skill, tags: [] }] }],
    ['an empty list of scopes', { securityRequirements: [{ schemes: { login: { list: [] } } }] }],
    ['scopes', { securitySchemes: { login } }],
    ['a scheme', { securitySchemes: { tls: { mtlsSecurityScheme: {} } } }],
    ['texts', { description: '', iconUrl: '', documentationUrl: '' }],
    ['modes', { defaultInputModes: [], defaultOutputModes: [] }],
    [
      'an extension that is not required',
      { capabilities: { extensions: [{ uri: 'https://a.example/e', description: '', required: false }] } },
    ],
    [
      'parameters of an extension',
      { capabilities: { extensions: [{ uri: 'https://a.example/e', params: { a: false, b: 0, c: '', d: [{}] } }] } },
    ],
  ])(
    '[AC-28] is verified by the public SDK, and one of its own by this package, with empty %s',
    async (_what, more) => {
      const { secret, open } = await keyPair('ES256')
      const whole = { ...card, ...more } as AgentCard
      const ours = await signCard(whole, secret)
      // The SDK reads the card as JSON itself: what `fromJSON` gives has no security schemes for it.
      await expect(verifyAgentCardSignature(async () => open)(ours as never)).resolves.toBeUndefined()
      const sign = generateAgentCardSignature(secret, { alg: 'ES256', kid: 'k', typ: 'JOSE' })
      const theirs = (await sign(whole as never)) as unknown as AgentCard
      // As its maker has written it, and as it comes from Protocol Buffers.
      const asMessage = PublicCard.toJSON(PublicCard.fromJSON(theirs)) as AgentCard
      for (const published of [theirs, asMessage, ours]) {
        const read = await verifyCard(published, { keys: [open] })
        // What may not be missing is there, and nothing was added.
        expect(published).toMatchObject(read)
        const agent = await connectAgent('https://agent.example', {
          fetch: async () => Response.json({ ...published, capabilities: published.capabilities ?? {} }),
          keys: { keys: [open] },
        })
        expect(agent.card).toMatchObject({ name: 'Signed', capabilities: {} })
        expect(agent.card.capabilities.streaming).toBe(whole.capabilities.streaming)
        const changed = { ...published, capabilities: { ...published.capabilities, streaming: true } }
        if (whole.capabilities.streaming !== true)
          await expect(verifyCard(changed, { keys: [open] })).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
      }
      const required = ours.securityRequirements
      expect((await verifyCard(ours, { keys: [open] })).securityRequirements).toEqual(required)
    },
  )

  it("[AC-28] is verified in the form of the public specification's example", async () => {
    const { secret, open } = await keyPair('ES256')
    const example = {
      ...{ name: 'Example Agent', description: '', skills: [] },
      capabilities: { streaming: false, pushNotifications: false, extensions: [] },
    }
    const canonical =
      '{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}'
    const { protected: header = '', signature } = await new FlattenedSign(new TextEncoder().encode(canonical))
      .setProtectedHeader({ alg: 'ES256', kid: 'k', typ: 'JOSE' })
      .sign(await importJWK(secret, 'ES256'))
    const signed = { ...example, signatures: [{ protected: header, signature }] } as unknown as AgentCard
    const { signatures: _, ...read } = await verifyCard(signed, { keys: [open] })
    expect(read).toEqual({ ...example, capabilities: { streaming: false, pushNotifications: false } })
  })
})
