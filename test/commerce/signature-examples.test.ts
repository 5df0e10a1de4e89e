// The signatures of the examples in RFC 9421.
import { describe, expect, it } from 'vitest'
import type { SigningKey } from '../../src/commerce/index.ts'
import { type SignableMessage, verifyMessage } from '../../src/commerce/signature.ts'
import { bytes } from '../support/bytes.ts'

/** RFC 9421, appendix B.1: public keys only. */
const rfcKeys: readonly SigningKey[] = [
  {
    kid: 'test-key-ecc-p256',
    kty: 'EC',
    crv: 'P-256',
    x: 'qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA',
    y: 'Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0',
  },
  { kid: 'test-key-ed25519', kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' },
]

describe('a signature', () => {
  it('[CO-7] of RFC 9421 B.2.4 is genuine: P-256 over an answer', async () => {
    const message: SignableMessage = {
      status: 200,
      headers: new Headers({
        'content-type': 'application/json',
        'content-length': '23',
        'content-digest':
          'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
        'signature-input':
          'sig-b24=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
        signature: 'sig-b24=:wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==:',
      }),
      body: bytes('{"message": "good dog"}\n'),
    }
    const rfcKey = (kid: string): SigningKey | undefined => rfcKeys.find((key) => key.kid === kid)
    // The RFC's body has no newline, and its digest is of that.
    await expect(verifyMessage(message, rfcKey)).rejects.toMatchObject({ code: 'digest_mismatch' })
    await expect(verifyMessage({ ...message, body: bytes('{"message": "good dog"}') }, rfcKey)).resolves.toBe(
      'test-key-ecc-p256',
    )
  })

  it('[CO-7] of RFC 9421 B.2.6 is genuine: Ed25519 over a request', async () => {
    const message: SignableMessage = {
      method: 'POST',
      url: 'https://example.com/foo',
      headers: new Headers({
        date: 'Tue, 20 Apr 2021 02:07:55 GMT',
        'content-type': 'application/json',
        'content-length': '18',
        'signature-input':
          'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
        signature: 'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
      }),
    }
    const rfcKey = (kid: string): SigningKey | undefined => rfcKeys.find((key) => key.kid === kid)
    await expect(verifyMessage(message, rfcKey)).resolves.toBe('test-key-ed25519')
    message.headers.set('date', 'Tue, 20 Apr 2021 02:07:56 GMT')
    await expect(verifyMessage(message, rfcKey)).rejects.toMatchObject({ code: 'signature_invalid' })
  })
})
