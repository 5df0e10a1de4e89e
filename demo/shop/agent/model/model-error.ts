/** Why there is no answer of the model, and what the user is told. */

/**
 * `unreachable`: nobody answers, or the answer breaks off. `refused`: the key or the model's name is wrong. `busy`: too
 * many requests. `broken`: the answer is not of the format. `limit`: more than the plan allows. `timeout`: too slow.
 */
export type ModelErrorCode = 'unreachable' | 'refused' | 'busy' | 'broken' | 'limit' | 'timeout'

const sentences: Readonly<Record<ModelErrorCode, string>> = {
  unreachable: 'The model cannot be reached',
  refused: 'The model does not let me in',
  busy: 'The model is busy',
  broken: 'The model does not answer as it should',
  limit: 'The answer of the model is too long',
  timeout: 'The model takes too long',
}

export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly code: ModelErrorCode

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  static ofStatus(status: number): ModelError {
    const message = `The endpoint of the model answered with ${status}`
    if (status === 401 || status === 403 || status === 404) return new ModelError('refused', message)
    if (status === 429 || status === 503) return new ModelError('busy', message)
    return new ModelError(status >= 500 ? 'unreachable' : 'broken', message)
  }

  /** For the user: neither addresses nor keys. */
  get sentence(): string {
    return sentences[this.code]
  }
}
