/** The error for a missing ajv. ajv is an optional peer: only hosts with a catalog of their own need it. */

/** For the `catch` of an import that needs ajv: says to install it. Any other failure stays what it is. */
export function missingAjv(cause: unknown): never {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown }
  if (code !== 'ERR_MODULE_NOT_FOUND' || !String(message).includes("package 'ajv'")) throw cause
  throw new Error('Compiling a catalog needs ajv 8, which is not installed. Run: npm install --save-dev ajv', { cause })
}
