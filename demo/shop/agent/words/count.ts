/** How many things a search has. A shop need not count them: `12+` are those that are known, and there are more. */
export type Count = number | `${number}+`
