/** `surface-runtime/agent/sign-in`: signs in where an agent's card demands it, and keeps the session. For browsers and Node. */
export type { DeviceCode, OAuthClient } from '../../shared/oauth/grants.ts'
export { finishSignIn, type PopupOptions, popup, type RedirectOptions, redirect } from './browser.ts'
export type {
  Redirect,
  RedirectPlace,
  Secret,
  SignIn,
  SignInClient,
  SignInOptions,
  SignInState,
  TokenStore,
} from './options.ts'
export { signIn } from './sign-in.ts'
