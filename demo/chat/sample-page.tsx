/** A chat with the sample agent, which is served with the page. */
import { startChat } from './start.tsx'

startChat({
  page: 'agent',
  find: async () => ({ kind: 'found', address: location.origin }),
  examples: ['Count to 100'],
})
