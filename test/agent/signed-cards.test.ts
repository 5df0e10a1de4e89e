// Cards that a host signs, against the verifier of the package and against the public SDK's, and the reverse.
import { generateAgentCardSignature, AgentCard as PublicCard, verifyAgentCardSignature } from '@a2a-js/sdk'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { type AgentCard, connectAgent, signCard, verifyCard } from '../../src/agent/index.ts'
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
})
