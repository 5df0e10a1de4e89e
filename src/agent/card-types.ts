/** What an agent says of itself at `/.well-known/agent-card.json` (agent protocol, Agent Card). */
import type { JsonObject } from '../json/value.ts'

export interface AgentInterface {
  readonly url: string
  /** `JSONRPC`, `HTTP+JSON`, `GRPC`, or the URI of another binding. */
  readonly protocolBinding: string
  /** `Major.Minor`, such as `1.0`. */
  readonly protocolVersion: string
  /** Sent with every request of this interface. */
  readonly tenant?: string
}

export interface AgentExtension {
  readonly uri: string
  readonly description?: string
  /** True: a client without support of the extension may not use the agent. Default: false. */
  readonly required?: boolean
  readonly params?: JsonObject
}

export interface AgentCapabilities {
  readonly streaming?: boolean
  readonly pushNotifications?: boolean
  readonly extendedAgentCard?: boolean
  readonly extensions?: readonly AgentExtension[]
}

export interface AgentSkill {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly examples?: readonly string[]
  readonly inputModes?: readonly string[]
  readonly outputModes?: readonly string[]
  readonly securityRequirements?: readonly SecurityRequirement[]
}

/** A detached JWS over the card without its signatures (RFC 7515, RFC 8785). */
export interface CardSignature {
  /** The protected header, base64url. */
  readonly protected: string
  /** base64url. */
  readonly signature: string
  readonly header?: JsonObject
}

export interface AgentCard {
  readonly name: string
  readonly description: string
  readonly version: string
  /** At least one; the agent prefers the first. */
  readonly supportedInterfaces: readonly AgentInterface[]
  readonly capabilities: AgentCapabilities
  readonly defaultInputModes: readonly string[]
  readonly defaultOutputModes: readonly string[]
  readonly skills: readonly AgentSkill[]
  readonly provider?: { readonly url: string; readonly organization: string }
  readonly documentationUrl?: string
  readonly iconUrl?: string
  /** Name → what the scheme needs. */
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme }
  /** One of these entries is enough; all schemes of an entry are needed. */
  readonly securityRequirements?: readonly SecurityRequirement[]
  readonly signatures?: readonly CardSignature[]
  /** The protocol document has extensions here; the public text has them in `capabilities`. */
  readonly extensions?: readonly AgentExtension[]
}

/** Scheme name → the scopes that are needed. */
export interface SecurityRequirement {
  readonly schemes: { readonly [name: string]: { readonly list?: readonly string[] } }
}

/** One member; its name is the kind. */
export interface SecurityScheme {
  readonly apiKeySecurityScheme?: {
    readonly location: 'header' | 'query' | 'cookie'
    readonly name: string
    readonly description?: string
  }
  readonly httpAuthSecurityScheme?: {
    /** An HTTP authentication scheme, such as `Bearer` or `Basic`. */
    readonly scheme: string
    readonly bearerFormat?: string
    readonly description?: string
  }
  readonly oauth2SecurityScheme?: {
    readonly flows: OAuthFlows
    readonly oauth2MetadataUrl?: string
    readonly description?: string
  }
  readonly openIdConnectSecurityScheme?: { readonly openIdConnectUrl: string; readonly description?: string }
  readonly mtlsSecurityScheme?: { readonly description?: string }
}

/** Scope → what it allows. */
export type OAuthScopes = { readonly [scope: string]: string }

export interface OAuthFlows {
  readonly authorizationCode?: {
    readonly authorizationUrl: string
    readonly tokenUrl: string
    readonly refreshUrl?: string
    readonly scopes: OAuthScopes
    /** Proof Key for Code Exchange (RFC 7636). Browsers always need it. */
    readonly pkceRequired?: boolean
  }
  readonly clientCredentials?: {
    readonly tokenUrl: string
    readonly refreshUrl?: string
    readonly scopes: OAuthScopes
  }
  /** RFC 8628. */
  readonly deviceCode?: {
    readonly deviceAuthorizationUrl: string
    readonly tokenUrl: string
    readonly refreshUrl?: string
    readonly scopes: OAuthScopes
  }
}
