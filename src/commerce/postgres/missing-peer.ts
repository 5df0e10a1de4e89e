/** The error for a missing database driver. Both drivers are optional peers. */

/** For the `catch` of an import of `name`: says to install it. Any other failure stays what it is. */
export function missingPeer(name: string, wanted: string, cause: unknown): never {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (code !== 'ERR_MODULE_NOT_FOUND' || !String(message).includes(`'${name}'`)) throw cause
  throw new Error(`${wanted} needs ${name}, which is not installed. Run: npm install ${name}`, { cause })
}
