/** A request as `authenticate` gets it. Loaded where there is such a function. */

/** Its body is read within the server's limits, and only where the host reads it: the server reads the same bytes afterwards. */
export function hostRequest(request: Request, read: () => Promise<Uint8Array<ArrayBuffer>>): Request {
  const { url, method, headers, signal } = request
  const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
    controller.enqueue(await read())
    controller.close()
  }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
}
