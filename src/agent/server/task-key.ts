/** A task's owner and id as one text: tasks of two owners may have one id. */
export function taskKey(owner: string, id: string): string {
  return JSON.stringify([owner, id])
}
