/** The page that the authorization server sends the user back to, in the window that the chat opened. */
import { finishSignIn } from 'surface-runtime/agent/sign-in'

finishSignIn()
