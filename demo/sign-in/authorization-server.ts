/**
 * An authorization server on this machine, for the demo and the tests: OpenID Connect, PKCE, device codes, client credentials,
 * refresh tokens that are used once, introspection, tokens for the audience that is asked for. It keeps nothing, and lets in
 * anybody who types a name.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, {
  type ClientMetadata,
  type Configuration,
  type InteractionResults,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { codeConfirmPage, codePage, consentPage, donePage, loginPage, refusedPage } from './pages.ts'

export interface AuthorizationServerOptions {
  /** Default: a free one. */
  readonly port?: number
  readonly clients: readonly ClientMetadata[]
  /** Scope → what it allows, in words. */
  readonly scopes: Readonly<Record<string, string>>
  /** How tokens for the service at this address look; `undefined`: none are made for it. */
  readonly audiences: (address: string) => 'jwt' | 'opaque' | undefined
  /** Seconds that an access token is good for. Default: 600. */
  readonly lifetime?: number
  /** Seconds that the next device code is good for. Default: 600. */
  readonly deviceCodeLifetime?: () => number
}

export interface RunningAuthorizationServer {
  readonly issuer: string
  readonly provider: Provider
  readonly close: () => Promise<void>
}

export async function startAuthorizationServer(
  options: AuthorizationServerOptions,
): Promise<RunningAuthorizationServer> {
  const server = createServer()
  await listen(server, options.port ?? 0)
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' }
  const provider = new Provider(issuer, { ...configuration(options), jwks: { keys: [key as JWK] } })
  provider.use(async (ctx, next) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(ctx.path)?.[1]
    if (uid === undefined) return next()
    return interact(provider, ctx as unknown as KoaContextWithOIDC, options.scopes)
  })
  server.on('request', provider.callback())
  return { issuer, provider, close: () => close(server) }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', done)
  })
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

function configuration(options: AuthorizationServerOptions): Configuration {
  const { clients, scopes, audiences, lifetime = 600, deviceCodeLifetime = () => 600 } = options
  const names = Object.keys(scopes)
  return {
    clients: [...clients],
    scopes: ['openid', 'offline_access', ...names],
    cookies: { keys: [crypto.randomUUID()] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    clientBasedCORS: () => true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: lifetime,
      ClientCredentials: lifetime,
      DeviceCode: deviceCodeLifetime,
      RefreshToken: 3_600,
      AuthorizationCode: 60,
      Grant: 3_600,
      IdToken: 600,
      Interaction: 600,
      Session: 3_600,
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: (ctx, form, _out, error) => {
          ctx.body = codePage(form, error && wrongCode(error))
        },
        userCodeConfirmSource: (ctx, form, client, _device, code) => {
          ctx.body = codeConfirmPage(form, nameOf(client), code)
        },
        successSource: (ctx) => {
          ctx.body = donePage()
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          const accessTokenFormat = audiences(resource)
          if (!accessTokenFormat) throw new Error(`No tokens are made for ${resource}`)
          return { scope: names.join(' '), audience: resource, accessTokenFormat, accessTokenTTL: lifetime }
        },
      },
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = refusedPage(String(out.error_description ?? out.error))
    },
  }
}

function wrongCode(error: unknown): string | undefined {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NoCodeError') return undefined
  return name === 'AbortedError' ? 'The sign-in was given up.' : 'There is no such code. Try again.'
}

function nameOf({
  clientName,
  clientId,
}: {
  readonly clientName?: string | undefined
  readonly clientId: string
}): string {
  return clientName ?? clientId
}

/** Who somebody is, then what the client may do: each is a page of its own, as the library asks for it. */
async function interact(
  provider: Provider,
  ctx: KoaContextWithOIDC,
  scopes: AuthorizationServerOptions['scopes'],
): Promise<void> {
  const { req, res } = ctx
  const details = await provider.interactionDetails(req, res)
  const { prompt, params, session, grantId } = details
  const client = await provider.Client.find(String(params['client_id']))
  const display = client ? nameOf(client) : String(params['client_id'])
  const asked = missingScopes(prompt.details)
  ctx.type = 'html'
  ctx.set('cache-control', 'no-store')
  if (ctx.method !== 'POST') {
    const action = `/interaction/${details.uid}`
    const words = asked.map((scope) => scopes[scope] ?? scope)
    ctx.body = prompt.name === 'login' ? loginPage(action, display) : consentPage(action, display, words)
    return
  }
  const form = new URLSearchParams(await textOf(req))
  if (form.get('go') === 'deny') {
    const refusal = { error: 'access_denied', error_description: 'The user did not allow it' }
    return finish(provider, ctx, refusal)
  }
  if (prompt.name === 'login') {
    const accountId = (form.get('name') ?? '').trim().slice(0, 40) || 'Robin Sample'
    return finish(provider, ctx, { login: { accountId } })
  }
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant =
    known ?? new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) })
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details as MissingScopes
  if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(' '))
  for (const [resource, list] of Object.entries(missingResourceScopes)) grant.addResourceScope(resource, list.join(' '))
  return finish(provider, ctx, { consent: { grantId: await grant.save() } })
}

async function finish(provider: Provider, ctx: KoaContextWithOIDC, result: InteractionResults): Promise<void> {
  const address = await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: true })
  ctx.redirect(address)
  ctx.status = 303
}

interface MissingScopes {
  readonly missingOIDCScope?: readonly string[]
  readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>
}

function missingScopes(details: unknown): readonly string[] {
  const { missingOIDCScope = [], missingResourceScopes = {} } = details as MissingScopes
  return [...new Set([...missingOIDCScope, ...Object.values(missingResourceScopes).flat()])]
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (text.length > 10_000) throw new Error('The form is too large')
  }
  return text
}
