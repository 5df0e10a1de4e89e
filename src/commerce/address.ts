/** Addresses: which are used and handed on, and the header that names the address of a platform's profile. */

import { parseDictionary } from 'structured-headers'
import { shownAddress } from '../shared/http/shown-address.ts'
import { parseAddress } from '../text/address.ts'
import { CommerceError } from './error.ts'

/** Whether an address is absolute, has no user name, and is `https` (or allowed `http` on loopback). */
export function isAllowedUrl(address: string, allowInsecureLoopback = false): boolean {
  const url = parseAddress(address)
  if (url === undefined || url.username + url.password !== '') return false
  return url.protocol === 'https:' || (allowInsecureLoopback && url.protocol === 'http:' && isLoopback(url.hostname))
}

/** Whether a host names this machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/**
 * The header's value for a profile: `profile="https://…"`. Written without the library, which is 1 kB: an address of a
 * URL is ASCII, and RFC 8941 section 4.1.6 escapes two characters. Throws a TypeError for what is no absolute URL.
 */
export function writeAgentHeader(profile: string): string {
  return `profile="${new URL(profile).href.replace(/["\\]/g, '\\$&')}"`
}

/**
 * The profile's address out of the header.
 *
 * Throws `invalid_profile_url` where the header is absent, is no dictionary, or where `profile` is no text with an
 * `https` address (document 000, "Negotiation errors").
 *
 * @param allowInsecureLoopback `http` on loopback is taken too. Default: false.
 */
export function readAgentHeader(header: string | null | undefined, allowInsecureLoopback = false): string {
  const profile = header ? profileIn(header) : undefined
  if (typeof profile !== 'string') throw invalid('The agent header must be a dictionary with a quoted "profile"')
  return checkProfileUrl(profile, allowInsecureLoopback)
}

/**
 * The check for an address of a profile or of a business, wherever it stands: absolute, `https`, at most 2048 characters.
 * Throws `invalid_profile_url`.
 */
export function checkProfileUrl(profile: unknown, allowInsecureLoopback = false): string {
  const isText = typeof profile === 'string' && profile.length <= 2048
  if (isText && isAllowedUrl(profile, allowInsecureLoopback)) return profile
  throw invalid('An address must be an absolute https URL', shownAddress(String(profile)))
}

function profileIn(header: string): unknown {
  try {
    // A token (profile=https://…) is an object, and a bare key is true: neither is a text.
    return parseDictionary(header).get('profile')?.[0]
  } catch {
    return undefined
  }
}

function invalid(content: string, address?: string): CommerceError {
  return new CommerceError('invalid_profile_url', content, { address })
}
