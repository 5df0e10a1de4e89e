/** Versions of the surface protocol that the page can ask an agent for, newest first. */

export const surfaceVersions = ['v0.9', 'v0.8'] as const

export type SurfaceVersion = (typeof surfaceVersions)[number]

/** `0.8`, as the address of the page has it, → `v0.8`. */
export function surfaceVersionOf(text: string | null): SurfaceVersion | undefined {
  return surfaceVersions.find((version) => version === `v${text?.replace(/^v/, '')}`)
}

/** The versions that a list of extension URIs names, newest first. */
export function versionsNamed(uris: readonly string[]): readonly SurfaceVersion[] {
  return surfaceVersions.filter((version) => uris.some((uri) => uri.endsWith(`/a2ui/${version}`)))
}
