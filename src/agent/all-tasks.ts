/** The tasks of all pages of a list. */
import type { ListTasksRequest, Task, TaskPage } from './types.ts'

/** An agent that filters after it has read a page may send empty ones, but not for ever. */
const maxPagesWithoutNews = 5

/** `list` loads one page. */
export async function* allTasks(
  list: (request: ListTasksRequest) => Promise<TaskPage>,
  request: ListTasksRequest = {},
): AsyncGenerator<Task, void, undefined> {
  const cursors = new Set([request.cursor])
  const ids = new Set<string>()
  let withoutNews = 0
  for (let page = request; ; ) {
    const { tasks, nextCursor: cursor } = await list(page)
    const before = ids.size
    for (const task of tasks) {
      ids.add(task.id)
      yield task
    }
    withoutNews = ids.size > before ? 0 : withoutNews + 1
    if (cursor === undefined || cursors.has(cursor) || withoutNews === maxPagesWithoutNews) return
    cursors.add(cursor)
    page = { ...page, cursor }
  }
}
