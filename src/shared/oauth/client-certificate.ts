/** The certificate that a client showed to the host's TLS, as Node knows it. For servers. */

/** What the host knows of the connection that a request came by. */
export interface Connection {
  /** Absent: the client showed none, or none that the host's TLS accepts. */
  readonly certificate?: ClientCertificate | undefined
}

/** A client's certificate, which the host's TLS has verified: its key is the client's, and an accepted authority vouches for it. */
export interface ClientCertificate {
  /** SHA-256 of the certificate in DER, base64url: `x5t#S256` of tokens that are bound to it (RFC 8705). */
  readonly thumbprint: string
  /** The common name. */
  readonly name: string
  /** Alternative names, as in `URI:spiffe://example/chat, DNS:chat.example`. */
  readonly alternativeNames: string
}

/** What is read of a socket. */
interface CertificateSource {
  /** Whether an authority that the host accepts vouches for the certificate. */
  readonly authorized?: boolean
  getPeerCertificate?(): {
    readonly fingerprint256?: string
    readonly subject?: { readonly CN?: string | string[] }
    readonly subjectaltname?: string
  }
}

/**
 * @param socket Node's, of the request: a `TLSSocket` where there is TLS.
 * @returns The member `certificate` of the second argument of an agent's server, or of a business. `undefined`: there is no TLS, no
 * certificate, or no authority that vouches for it. The server must ask for certificates (`requestCert: true` with `ca`).
 */
export function clientCertificate(socket: object | null | undefined): ClientCertificate | undefined {
  const source: CertificateSource = socket ?? {}
  if (source.authorized !== true) return undefined
  const { fingerprint256, subject, subjectaltname = '' } = source.getPeerCertificate?.() ?? {}
  if (!fingerprint256) return undefined
  const bytes = fingerprint256.split(':').map((byte) => Number.parseInt(byte, 16))
  const thumbprint = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  return { thumbprint, name: [subject?.CN ?? ''].flat()[0] ?? '', alternativeNames: subjectaltname }
}
