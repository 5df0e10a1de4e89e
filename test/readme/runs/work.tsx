// Guide, "Reports and work".
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import type { Runs } from './run.ts'

export const work: Runs = {
  'A sortable table of 200 rows from an agent': {
    in: 'page',
    async run({ load, owns }) {
      const numbers = Array.from({ length: 200 }, (_, index) => (index * 7) % 200)
      owns({
        invoices: numbers.map((n) => ({ customer: `Customer ${n}`, amount: n + 0.5 })),
      })
      const { report } = await load<typeof import('../work-agent.ts')>('work-agent.ts')
      const { runtime, Reports } = await load<typeof import('../work-page.tsx')>('work-page.tsx')
      runtime.apply(report)
      render(<Reports />)
      const amounts = (): readonly number[] =>
        screen.getAllByRole('row').flatMap((row) => {
          const [, amount] = /€\s*([\d,.]+)/.exec(row.textContent ?? '') ?? []
          return amount === undefined ? [] : [Number(amount)]
        })
      const header = await screen.findByRole('button', { name: /Amount/ })
      expect(amounts()).toEqual(numbers.map((n) => n + 0.5))
      // A press on what has just come is not taken.
      await vi.waitFor(async () => {
        await userEvent.click(header)
        expect(amounts()).toEqual(numbers.toSorted((one, other) => one - other).map((n) => n + 0.5))
      })
    },
  },
}
