/** `surface-runtime/agent/sign-in/node`: what only a program can do to sign in: listen for the browser, and show a certificate. */
export { type CertificateOptions, certificateFetch } from './certificate-fetch.ts'
export { type LoopbackOptions, loopback } from './loopback.ts'
