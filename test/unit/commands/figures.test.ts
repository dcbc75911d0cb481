import { expect, test } from 'vitest'
import { addFigure, type Figure, hasSlipped, isReached, missingOf } from '../../bench/figures.ts'

const figure = (part: Partial<Figure>): Figure => ({
  name: 'any',
  value: 10,
  unit: '',
  better: 'less',
  kind: 'count',
  ...part,
})

test.each([
  ['a count that has grown by one in ten', { value: 11 }, 10, true],
  ['a count that is as it was', { value: 10 }, 10, false],
  ['a count that has become smaller', { value: 8 }, 10, false],
  ['a count that began at none', { value: 1 }, 0, true],
  ['a measured time that varies', { value: 11, kind: 'measured' }, 10, false],
  ['a measured time that is a third longer', { value: 13.3, kind: 'measured' }, 10, true],
  ['a ratio of which more is better, and less was measured', { value: 0.7, kind: 'measured', better: 'more' }, 1, true],
  ['a ratio that has become better', { value: 2, kind: 'measured', better: 'more' }, 1, false],
] as const)('%s', (_what, part, kept, slipped) => {
  expect(hasSlipped(figure(part), kept)).toBe(slipped)
})

test('a figure that is kept and not measured any more is missed', () => {
  expect(missingOf({ any: 1, gone: 2 }, [figure({})])).toEqual(['gone'])
})

test('what is no number is no figure', () => {
  expect(() => addFigure(figure({ value: Number.NaN }))).toThrow('any was not measured: NaN')
})

test('a goal is reached on its own side, and none is none', () => {
  expect(isReached(figure({ goal: 10 }))).toBe(true)
  expect(isReached(figure({ goal: 9 }))).toBe(false)
  expect(isReached(figure({ goal: 11, better: 'more' }))).toBe(false)
  expect(isReached(figure({}))).toBeNull()
})
