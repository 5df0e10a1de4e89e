// Guide, "Signing in": the other ways.
import { redirect, signIn } from 'surface-runtime/agent/sign-in'
import { loopback } from 'surface-runtime/agent/sign-in/node'

const issuer = 'https://login.example'
// By leaving the page; OpenID Connect is the same.
signIn({ clients: [{ issuer, clientId: 'chat', redirect: redirect() }] })
// A program for its user: a browser, and a port of this machine.
signIn({ clients: [{ issuer, clientId: 'cli', redirect: loopback({ open: showAddress }) }] })
// A code that the user types elsewhere.
signIn({ clients: [{ issuer, clientId: 'tv' }] })
// A program for itself.
signIn({ clients: [{ issuer, clientId: 'job', clientSecret }] })
// API keys and HTTP Basic, by the names of the card's schemes.
signIn({ secrets: { key: apiKey, account: 'user:password' } })

/** What a host has. */
declare const clientSecret: string
declare const apiKey: string
declare function showAddress(address: string): void
