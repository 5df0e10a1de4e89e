// Claims of keys, for operations that cannot be taken back: one run, however long it takes and whatever fails around it.
import type { Store } from 'surface-runtime/commerce/business'
import { describe, expect, it } from 'vitest'
import { claimedChange } from '../../../src/commerce/business/claims.ts'
import { type Settings, settingsOf } from '../../../src/commerce/business/options.ts'
import { sleep } from '../../../src/shared/http/sleep.ts'
import { businessProfile, newest } from './shop.ts'
import { stores } from './stores.ts'

const name = { client: 'platform', key: 'one' }
const paid = { status: 201, body: { paid: true } } as const
/** Long enough for a server on a busy machine. */
const claimTime = 3_000

describe.each(stores)('with the store in %s', (_, openStore) => {
  /** Two processes on one store. `pass`: between the first one and the store. */
  async function processes(pass: (store: Store) => Partial<Store> = () => ({})) {
    const store = await openStore()
    // The first connections take a while.
    await Promise.all([store.answer(name, 0), store.answer(name, 0)])
    const errors: unknown[] = []
    const settings = (more: Partial<Store> = {}): Settings =>
      settingsOf({
        profile: businessProfile('https://shop.example', newest),
        store: { ...store, ...more },
        onError: (error) => errors.push(error),
      })
    let runs = 0
    const pay = (time: number) => async () => {
      runs++
      await sleep(time)
      return paid
    }
    const ask = (of: Settings, time = 0) => claimedChange(name, 'digest', of, pay(time), claimTime)
    return { first: settings(pass(store)), second: settings(), ask, errors, runs: () => runs, close: store.close }
  }

  it('[CB-81] an operation that takes longer than a claim runs once, and others wait for so long', async () => {
    const { first, second, ask, runs, close } = await processes()
    const long = ask(first, claimTime * 2)
    for (let turn = 0; turn < 3; turn++) {
      await sleep(claimTime / 2)
      await expect(ask(second)).rejects.toMatchObject({ code: 'temporarily_unavailable', status: 503 })
    }
    const answer = await long
    expect(await ask(second)).toMatchObject({ status: 201, body: answer.body })
    expect(runs()).toBe(1)
    await close()
  })

  it('[CB-81] where the process ends in between, the key is 409 and nothing runs a second time', async () => {
    let isDead = false
    const { first, second, ask, runs, close } = await processes((store) => ({
      commit: (change) => (isDead ? new Promise(() => undefined) : store.commit(change)),
    }))
    void ask(first, 100)
    await expect.poll(runs).toBe(1)
    isDead = true
    await expect(ask(second)).rejects.toMatchObject({ status: 503 })
    await sleep(claimTime + 50)
    for (let turn = 0; turn < 2; turn++)
      await expect(ask(second)).rejects.toMatchObject({
        ...{ code: 'outcome_unknown', status: 409, content: expect.stringContaining('look before you repeat') },
      })
    await expect(claimedChange(name, 'other', second, async () => paid)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
    expect(runs()).toBe(1)
    await close()
  })

  it('[CB-81] where the answer cannot be kept, its caller has it, and the key is 409 afterwards', async () => {
    let writes = 0
    const { first, second, ask, errors, runs, close } = await processes((store) => ({
      commit: (change) => (++writes > 1 ? Promise.reject(new Error('away')) : store.commit(change)),
    }))
    expect(await ask(first)).toMatchObject({ status: 201 })
    expect(errors).toHaveLength(1)
    await sleep(claimTime + 50)
    await expect(ask(second)).rejects.toMatchObject({ code: 'outcome_unknown', status: 409 })
    expect(runs()).toBe(1)
    await close()
  })

  it('[CB-81] a renewal that came though its answer was lost does not keep the answer out', async () => {
    let writes = 0
    const { first, second, ask, runs, close } = await processes((store) => ({
      async commit(change) {
        const outcome = await store.commit(change)
        if (++writes === 2) throw new Error('Connection terminated')
        return outcome
      },
    }))
    const answer = await ask(first, claimTime)
    expect(await ask(second)).toMatchObject({ body: answer.body })
    expect([runs(), writes]).toEqual([1, expect.any(Number)])
    expect(writes).toBeGreaterThan(2)
    await close()
  })

  it('[CB-81] an answer that JSON cannot carry frees no key: the operation has been carried out', async () => {
    const { first, second, ask, runs, close } = await processes()
    const body = { paid: 1n }
    await expect(claimedChange(name, 'digest', first, async () => ({ status: 201, body }))).rejects.toThrow(TypeError)
    await expect(ask(second)).rejects.toMatchObject({ code: 'outcome_unknown', status: 409 })
    expect(runs()).toBe(0)
    await close()
  })
})
