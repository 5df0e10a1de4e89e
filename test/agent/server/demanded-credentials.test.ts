// A card that demands credentials, and a server that would not look at them.
import { describe, expect, it } from 'vitest'
import { type AgentServerOptions, createAgentServer } from '../../../src/agent/server/index.ts'
import { v03 } from '../../../src/agent/server/v0-3/index.ts'
import { waitUntil } from '../../support/wait-until.ts'

const execute = async function* (): AsyncGenerator<never> {}
const bearer = { httpAuthSecurityScheme: { scheme: 'Bearer' } }
const demanding = { securitySchemes: { login: bearer }, securityRequirements: [{ schemes: { login: { list: [] } } }] }

const older = { url: 'https://agent.example/', protocolBinding: 'JSONRPC', protocolVersion: '0.3' }

/** What is told at the start. */
function start(card: object, more: object = {}): readonly string[] {
  const told: string[] = []
  const onError = (error: unknown): void => void told.push((error as Error).message)
  createAgentServer({ card: { name: 'Sample', ...card }, execute, onError, ...more } as AgentServerOptions)
  return told
}

describe('a card that demands credentials', () => {
  it.each([
    ['of every request', demanding, {}],
    ['of a skill', { skills: [{ id: 'a', name: 'A', description: '', tags: [], ...demanding }] }, {}],
    ['in its extended form', {}, { extendedCard: { name: 'Sample', ...demanding } }],
    ['as version 0.3 writes it', { security: [{ login: [] }], supportedInterfaces: [older] }, { legacy: v03() }],
  ])('[SI-1] %s does not start without `authenticate`', (_what, card, more) => {
    const message = 'The option "authenticate" is missing: the card demands credentials'
    expect(() => start(card, more)).toThrow(new TypeError(message))
    expect(start(card, { ...more, authenticate: () => 'ann' })).toEqual([])
  })

  it('[SI-1] starts where it lets in callers without credentials too', () => {
    const { securityRequirements, ...schemes } = demanding
    expect(start({ ...schemes, securityRequirements: [...securityRequirements, { schemes: {} }] })).toEqual([])
  })

  it.each([{}, { authenticate: () => 'ann' }])('[SI-1] is missed where there are schemes only: %o', async (more) => {
    const told = start({ securitySchemes: { login: bearer, key: bearer } }, more)
    const schemes = 'The card has the security schemes "login", "key" and no securityRequirements'
    await waitUntil(() => told.length > 0)
    expect(told).toEqual([`${schemes}: clients send no credentials`])
  })
})
