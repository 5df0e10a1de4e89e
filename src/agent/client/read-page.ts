/** Answers that few programs ask for: pages of tasks, and push configurations. Loaded with the first one. */
import { answerMember } from '../protocol/answer-members.ts'
import { eachOf, getOwn, listOf, type Members, membersAt, needTexts, readTask } from '../protocol/read-value.ts'
import type { PushConfig, PushConfigPage, Task, TaskPage } from '../protocol/types.ts'

/** The cursor of the next page; the public text has an empty one at the end. */
function nextOf(page: Members): { readonly nextCursor?: string } {
  const cursor = answerMember(page, 'nextCursor')
  return typeof cursor === 'string' && cursor !== '' ? { nextCursor: cursor } : {}
}

export function readTaskPage(value: unknown): TaskPage {
  const page = membersAt(value, '')
  eachOf(page, 'tasks', '', readTask)
  const total = getOwn(page, 'totalSize')
  const size = typeof total === 'number' ? { totalSize: total } : {}
  return { tasks: listOf(page, 'tasks') as readonly Task[], ...nextOf(page), ...size }
}

export function readPushConfig(value: unknown, at = ''): PushConfig {
  const { id, ...config } = membersAt(value, at)
  needTexts(config, ['url'], at)
  const configId = getOwn(config, 'configId') ?? id
  return { ...config, ...(typeof configId === 'string' ? { configId } : {}) } as unknown as PushConfig
}

export function readPushConfigPage(value: unknown): PushConfigPage {
  const page = membersAt(value, '')
  const configs = listOf(page, 'configs').map((config, i) => readPushConfig(config, `/configs/${i}`))
  return { configs, ...nextOf(page) }
}
