import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import { isSheetEntry, useLatestNavigation } from '#web/navigation/latest-navigation.tsx'
import { useSearch } from '#web/navigation/use-search.ts'
import { type GeneratorEvent, getJobId, type Order, type Step } from './state/generator-state.ts'

const PARAM = 'job'
/** The state of a history entry that has the form of its card beneath it. */
type EntryState = { isOverForm?: true } | null

/** Returns the id that the address asks for, or null. */
export function useAskedJob(): string | null {
  const [params] = useSearchParams()
  return params.get(PARAM)
}

/** Keeps the current generation in the address, and follows the visitor through the history. */
export function useJobAddress(step: Step, dispatch: (event: GeneratorEvent) => void) {
  const id = getJobId(step)
  useJobInAddress(step, id)
  useVisitedAddress(id, dispatch)
}

/** Every new card has an entry of its own, so that Back leads to the one before. */
function useJobInAddress(step: Step, id: string | null) {
  const [, setParams] = useSearch()
  const navigation = useLatestNavigation()
  const { state } = useLocation() as { state: EntryState }
  const isStartedOver = step.name === 'form' && step.isStartedOver
  useEffect(() => {
    if (new URLSearchParams(navigation.location.search).get(PARAM) === id) return
    setParams((params) => withJob(params, id), isStartedOver ? { state: null } : { replace: true })
  }, [id, isStartedOver, navigation, setParams])

  const wasDrawnFromForm = useRef(false)
  useEffect(() => {
    const isDrawnFromForm = wasDrawnFromForm.current
    wasDrawnFromForm.current = (step.name === 'sending' || step.name === 'drawing') && isFromForm(step.order)
    if (step.name !== 'result' || !isDrawnFromForm || state?.isOverForm) return
    setParams((params) => withJob(params, null), { replace: true })
    setParams((params) => withJob(params, step.id), { state: { isOverForm: true } satisfies EntryState })
  }, [step, state, setParams])
}

/** Follows a link to the form, and Back or Forward to the form or to another card. They are all this same page. */
function useVisitedAddress(id: string | null, dispatch: (event: GeneratorEvent) => void) {
  const location = useLocation()
  const navigation = useNavigationType()
  const { key } = location
  const asked = useAskedJob()
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    if (asked === id || isSheetEntry(location)) return
    if (navigation === 'PUSH' && asked === null) dispatch({ type: 'formLinkFollowed' })
    if (navigation === 'POP') dispatch(asked === null ? { type: 'formRevisited' } : { type: 'jobRevisited', id: asked })
  })
}

/** An order that a reload has lost counts as one from the form, so that Back stays on the site. */
const isFromForm = (order: Order | null): boolean => order === null || order.redraws === null

function withJob(before: URLSearchParams, id: string | null): URLSearchParams {
  const after = new URLSearchParams(before)
  if (id === null) after.delete(PARAM)
  else after.set(PARAM, id)
  return after
}
