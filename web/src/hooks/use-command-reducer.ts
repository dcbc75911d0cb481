import { useCallback, useLayoutEffect, useRef, useState } from 'react'

type WithCommands<Command> = { commands: readonly Command[] }

/**
 * `useReducer` for a state that lists the side effects of its last event. Each command runs once, inside `dispatch`.
 * Unlike `useReducer`, this also works after the component unmounts, for example when an upload finishes only then.
 *
 * @returns the state, `dispatch`, and `getState` for async code; both functions are stable
 */
export function useCommandReducer<State extends WithCommands<Command>, Event, Command>(
  reduce: (state: State, event: Event) => State,
  init: () => State,
  run: (command: Command) => void,
) {
  const [state, setState] = useState(init)
  const latest = useRef(state)
  const runner = useRef(run)
  useLayoutEffect(() => {
    runner.current = run
  })

  const dispatch = useCallback(
    (event: Event) => {
      const next = reduce(latest.current, event)
      latest.current = next
      setState(next)
      for (const command of next.commands) runner.current(command)
    },
    [reduce],
  )
  const getState = useCallback(() => latest.current, [])
  return [state, dispatch, getState] as const
}
