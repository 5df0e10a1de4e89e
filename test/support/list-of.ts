/** All values of a stream, when it has ended. `Array.fromAsync` wants Node 22. */
export async function listOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}
