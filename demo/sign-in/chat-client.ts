/** The chat as the authorization server knows it. The port may be any: a page on this machine counts as a native client (RFC 8252, 7.3). */
import type { ClientMetadata } from 'oidc-provider'

export const chatClient: ClientMetadata = {
  client_id: 'chat',
  client_name: 'the chat',
  token_endpoint_auth_method: 'none',
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  redirect_uris: ['http://127.0.0.1/sign-in.html'],
}
