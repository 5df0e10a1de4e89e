// Streams that repeat and skip events, and their readers.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createReader } from '../../../src/agent/client/readers.ts'
import { delayOf } from '../../../src/agent/client/reconnect.ts'
import { sleep } from '../../../src/shared/http/sleep.ts'
import { listOf } from '../../support/list-of.ts'
import { chunkOf, type Json, statusOf, taskOf } from './fake-agent.ts'
import { artifactOf, chunks, connect, message, textsOf, words } from './stream-setup.ts'

describe('the pause before an attempt', () => {
  const reconnect = { tries: 8, minDelay: 1_000, maxDelay: 30_000, reorderTime: 1_000 }

  it('[AC-5] grows from one second to thirty, and is never the same for all clients', () => {
    for (const [tries, least, max] of [
      [1, 1_000, 2_000],
      [2, 2_000, 4_000],
      [5, 15_000, 30_000],
      [9, 15_000, 30_000],
    ] as const) {
      const delays = Array.from({ length: 50 }, () => delayOf(tries, reconnect))
      expect(new Set(delays).size).toBeGreaterThan(1)
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(least)
      expect(Math.max(...delays)).toBeLessThanOrEqual(max)
    }
  })

  it('[AC-11] is none after an abort', async () => {
    await sleep(3_600_000, AbortSignal.abort())
  })

  it('[AC-5] is what the agent asks for, within ten minutes', () => {
    expect([delayOf(1, reconnect, 45_000), delayOf(1, reconnect, 1e12)]).toEqual([45_000, 600_000])
  })
})

describe('events', () => {
  it('[AC-8] with numbers come in their order and once, whatever order they arrive in', async () => {
    const { agent, errors } = await connect(({ stream }) => {
      const opened = stream().event({ task: taskOf('WORKING') }, 1)
      for (const id of [3, 2, 2, 5, 4, 3, 6]) opened.event(chunkOf({ text: `${id}` }), id)
      opened.event(statusOf('COMPLETED'), 7).end()
    })
    expect(textsOf(await listOf(agent.streamMessage({ message })))).toEqual(['2', '3', '4', '5', '6'])
    expect(errors).toEqual([])
  })

  it('[AC-8] of which one is missing are put right by reading the task', async () => {
    let goOn: () => void = () => undefined
    const { agent, errors, count } = await connect(({ operation, stream, result }) => {
      if (operation === 'GetTask') {
        result(taskOf('WORKING', { artifacts: [artifactOf(4)] }))
        goOn()
        return
      }
      const opened = stream().event({ task: taskOf('WORKING') }, 1)
      opened.event(chunks(0, 1)[0], 2).event(chunks(2, 3)[0], 4).event(chunks(3, 4)[0], 5)
      goOn = () => opened.event(chunks(4, 5)[0], 6).event(statusOf('COMPLETED'), 7).end()
    })
    expect(textsOf(await listOf(agent.streamMessage({ message })))).toEqual(words.slice(0, 5))
    expect(errors.map(({ code }) => code)).toEqual(['STREAM_GAP'])
    expect(count('GetTask')).toBeGreaterThan(0)
  })

  it('[AC-8] of an artifact whose predecessor has not come wait for it, and are asked for if it does not', async () => {
    const indexed = (artifactId: string, index: number): Json => chunkOf({ text: artifactId }, { index }, artifactId)
    const { agent, errors } = await connect(({ operation, stream, result }) => {
      const artifacts = ['a', 'b', 'c', 'd'].map((artifactId) => ({ artifactId, parts: [{ text: artifactId }] }))
      if (operation === 'GetTask') result(taskOf('COMPLETED', { artifacts }))
      else {
        const opened = stream()
          .event({ task: taskOf('WORKING') })
          .event(indexed('b', 1))
          .event(indexed('a', 0))
        opened.event(indexed('d', 3)).event(statusOf('COMPLETED')).end()
      }
    })
    const stream = agent.streamMessage({ message })
    expect(textsOf(await listOf(stream)).map((text) => text.replace('=', ''))).toEqual(['a', 'b', 'c', 'd'])
    expect(errors.map(({ code }) => code)).toEqual(['STREAM_GAP'])
    expect(stream.task.getSnapshot()?.artifacts).toHaveLength(4)
  })

  it('[AC-8] that a snapshot holds already are not applied again, and new ones that look alike are', async () => {
    for (const repeated of [0, 1, 2, 3]) {
      const { agent } = await connect(({ operation, stream, result }) => {
        if (operation === 'GetTask') return result(taskOf('COMPLETED', { artifacts: [artifactOf(20)] }))
        const opened = stream()
        if (operation === 'SendStreamingMessage') {
          opened.event({ task: taskOf('WORKING') })
          for (const chunk of chunks(0, 3)) opened.event(chunk)
          return opened.cut()
        }
        opened.event({ task: taskOf('WORKING', { artifacts: [artifactOf(12)] }) })
        // The agent has subscribed us before it read the task.
        for (const chunk of chunks(12 - repeated, 20)) opened.event(chunk)
        return opened.event(statusOf('COMPLETED')).end()
      })
      const stream = agent.streamMessage({ message })
      expect(textsOf(await listOf(stream))).toEqual(words.slice(0, 20))
    }
  })

  it('[AC-8] are the same for two subscribers of one task, and for two readers of one stream', async () => {
    const { agent } = await connect(({ stream }) => {
      const opened = stream().event({ task: taskOf('WORKING') })
      for (const chunk of chunks(0, 20)) opened.event(chunk)
      opened.event(statusOf('COMPLETED')).end()
    })
    const stream = agent.subscribe({ id: 'task-1' })
    const all = await Promise.all([listOf(stream), listOf(stream), listOf(agent.subscribe({ id: 'task-1' }))])
    expect(all[0]).toHaveLength(22)
    expect(all[1]).toEqual(all[0])
    expect(all[2]).toEqual(all[0])
  })

  it('[AC-8] come one each to a reader that asks for several at once', async () => {
    let goOn: (() => void) | undefined
    const { agent } = await connect(({ stream }) => {
      const opened = stream()
      goOn = () =>
        opened
          .event({ task: taskOf('WORKING') })
          .event(statusOf('COMPLETED'))
          .end()
    })
    const reader = agent.subscribe({ id: 'task-1' })[Symbol.asyncIterator]()
    const asked = Promise.all([reader.next(), reader.next(), reader.next(), reader.next()])
    await expect.poll(() => goOn).toBeTypeOf('function')
    goOn?.()
    expect((await asked).map(({ done, value }) => (done ? 'end' : value.kind))).toEqual([
      'task',
      'status',
      'end',
      'end',
    ])
  })

  it('[AC-8] are let go of once they are taken, also by a reader that is always a little behind', async () => {
    const reader = createReader<object>([], { onDrained: () => undefined, onLeave: () => undefined })
    reader.push({})
    const taken: WeakRef<object>[] = []
    for (let count = 0; count < 5_000; count++) {
      reader.push({ count })
      const { value } = await reader.iterator.next()
      taken.push(new WeakRef(value))
    }
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    await new Promise((resolve) => setTimeout(resolve, 0))
    collect()
    expect(reader.waiting).toBe(1)
    expect(taken.filter((one) => one.deref() !== undefined).length).toBeLessThan(2_500)
  })

  it('[AC-8] of a reader that comes later begin with the task as it is', async () => {
    let finish: () => void = () => undefined
    const { agent } = await connect(({ stream }) => {
      const opened = stream()
        .event({ task: taskOf('WORKING') })
        .event(chunks(0, 1)[0])
      finish = () => opened.event(statusOf('COMPLETED')).end()
    })
    const stream = agent.subscribe({ id: 'task-1' })
    const first = stream[Symbol.asyncIterator]()
    await first.next()
    await first.next()
    const late = listOf(stream)
    finish()
    expect((await late).map((event) => (event.kind === 'task' ? event.task.artifacts?.length : event.kind))).toEqual([
      1,
      'status',
    ])
    expect((await listOf({ [Symbol.asyncIterator]: () => first })).map(({ kind }) => kind)).toEqual(['status'])
  })

  it('[AC-10] with an unknown state, and of an unknown kind, do not end the stream', async () => {
    const { agent, errors } = await connect(({ stream }) => {
      const opened = stream()
        .event({ task: taskOf('NEW', { strange: { member: 1 } }) })
        .event({ somethingNew: {} })
      opened.event(statusOf('COMPLETED')).end()
    })
    const events = await listOf(agent.streamMessage({ message }))
    expect(events).toMatchObject([{ task: { status: { state: 'TASK_STATE_NEW' } } }, { kind: 'status' }])
    expect(errors).toEqual([])
  })

  it('[AC-11] end when the last reader leaves, and the agent is notified', async () => {
    let left = false
    const { agent } = await connect(({ stream, response }) => {
      response.on('close', () => {
        left = true
      })
      stream().event({ task: taskOf('WORKING') })
    })
    const stream = agent.streamMessage({ message })
    for await (const event of stream) if (event.kind === 'task') break
    expect(stream.state.getSnapshot()).toBe('done')
    await expect.poll(() => left).toBe(true)
  })

  it('[AC-11] end at once when a listener closes the stream', async () => {
    const { agent } = await connect(({ stream }) => {
      const opened = stream().event({ task: taskOf('WORKING') })
      for (const chunk of chunks(0, 3)) opened.event(chunk)
    })
    const stream = agent.streamMessage({ message })
    stream.task.subscribe(() => {
      if (stream.task.getSnapshot()?.artifacts) stream.close()
    })
    expect(textsOf(await listOf(stream))).toEqual(words.slice(0, 1))
    expect(stream.state.getSnapshot()).toBe('done')
  })

  it.each(['at once', 'while its code is loaded'])(
    '[AC-11] of a stream that is closed %s are not asked for',
    async (when) => {
      const { agent, count } = await connect(({ operation, stream, result }) =>
        operation === 'GetTask' ? result(taskOf('WORKING')) : stream().event({ task: taskOf('WORKING') }),
      )
      const stream = agent.streamMessage({ message })
      const iterator = stream[Symbol.asyncIterator]()
      const next = when === 'at once' ? undefined : iterator.next()
      stream.close()
      expect(await (next ?? iterator.next())).toMatchObject({ done: true })
      await agent.getTask({ id: 'task-1' })
      expect([count('SendStreamingMessage'), stream.state.getSnapshot()]).toEqual([0, 'done'])
    },
  )

  it('[AC-11] end with an error when the host aborts', async () => {
    const controller = new AbortController()
    const { agent } = await connect(({ stream }) => void stream().event({ task: taskOf('WORKING') }))
    const events = listOf(agent.streamMessage({ message }, { signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(events).rejects.toMatchObject({ code: 'ABORTED', cause: { message: 'enough' } })
    const late = listOf(agent.streamMessage({ message }, { signal: controller.signal }))
    await expect(late).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
