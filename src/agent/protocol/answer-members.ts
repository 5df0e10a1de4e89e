/** Names of members in answers. A file of its own: a client reads such members in parts that are loaded late. */

/**
 * Members of answers: the document's name → the public one. An event stands in a member of its kind; tasks and messages have one
 * name in both texts. The cursor of a page is "" at the end in the public text; absent means the same.
 */
export const answerMembers = {
  taskStatusUpdate: 'statusUpdate',
  taskArtifactUpdate: 'artifactUpdate',
  nextCursor: 'nextPageToken',
} as const

/** Where an object has the document's name, the public one, or both, the document's wins. The names are own members only. */
export function answerMember(object: { readonly [name: string]: unknown }, name: keyof typeof answerMembers): unknown {
  const found = [name, answerMembers[name]].find((one) => Object.hasOwn(object, one))
  return found && object[found]
}
