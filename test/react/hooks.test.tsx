// What views and hooks share: properties that are made anew at each render and say the same.
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useStable } from '../../src/react/hooks.ts'

it.each<[string, () => object, boolean]>([
  ['values', () => ({ locale: 'en', texts: undefined }), true],
  ['values of a plain object', () => ({ limits: { nodes: 5 } }), true],
  ['what is below these', () => ({ limits: { of: { nodes: 5 } } }), false],
  ['a list', () => [1, 'two'], true],
  ['an object of a class', () => ({ at: new Date(0) }), false],
])('[R-18] made anew, compared by members: %s', (_name, make, same) => {
  const { result, rerender } = renderHook(({ value }) => useStable(value), { initialProps: { value: make() } })
  const first = result.current
  const next = make()
  rerender({ value: next })
  expect(result.current).toBe(same ? first : next)
})

it('[R-18] a list is no object with the same members', () => {
  const { result, rerender } = renderHook(({ value }) => useStable(value), { initialProps: { value: {} as object } })
  const list: object = []
  rerender({ value: list })
  expect(result.current).toBe(list)
})

it('[R-18] what holds itself is compared to an end', () => {
  const make = (): object => {
    const ring: Record<string, unknown> = { locale: 'en' }
    return { texts: Object.assign(ring, { ring }) }
  }
  const { result, rerender } = renderHook(({ value }) => useStable(value), { initialProps: { value: make() } })
  const next = make()
  rerender({ value: next })
  expect(result.current).toBe(next)
})
