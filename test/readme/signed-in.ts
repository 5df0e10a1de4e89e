// Guide, "Signing in": the page that the user comes back to.
import { finishSignIn } from 'surface-runtime/agent/sign-in'

finishSignIn()
