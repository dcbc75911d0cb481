import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { useCommandReducer } from '#web/hooks/use-command-reducer.ts'

type State = { sum: number; commands: readonly string[] }

const add = ({ sum }: State, event: number): State => ({ sum: sum + event, commands: [`add ${event}`] })

function open() {
  const runs: string[] = []
  const { result, unmount } = renderHook(
    () => {
      const [state, dispatch, getState] = useCommandReducer(
        add,
        (): State => ({ sum: 0, commands: [] }),
        (command: string) => void runs.push(command),
      )
      return { state, dispatch, getState }
    },
    { wrapper: StrictMode },
  )
  return { result, unmount, runs }
}

describe('a reducer with commands', () => {
  it('runs the commands of every event once, even for batched events', () => {
    const { result, runs } = open()
    act(() => [1, 2].forEach(result.current.dispatch))
    expect([result.current.state.sum, runs]).toEqual([3, ['add 1', 'add 2']])
  })

  it('keeps the reducer’s functions stable across renders', () => {
    const { result } = open()
    const { dispatch, getState } = result.current
    act(() => dispatch(1))
    expect([result.current.dispatch, result.current.getState]).toEqual([dispatch, getState])
  })

  it('reduces events and runs commands after the component was unmounted', () => {
    const { result, unmount, runs } = open()
    unmount()
    result.current.dispatch(4)
    expect([result.current.getState().sum, runs]).toEqual([4, ['add 4']])
  })
})
