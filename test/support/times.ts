// Many of a kind.

/** `count` values; `make` is called with 0, 1, 2 … */
export function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
