import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import { isSheetEntry, useLatestNavigation } from '#web/navigation/latest-navigation.tsx'
import { useSearch } from '#web/navigation/use-search.ts'
import { type GenerationOrder, type GeneratorEvent, type GeneratorStep, getJobId } from './state/generator-state.ts'

const PARAM = 'job'
/** State of a history entry whose previous entry is the form of its card. */
type EntryState = { isOverForm?: true } | null

/** Returns the generation id and the league code in the URL. */
export function useLinkedWork() {
  const [params] = useSearchParams()
  return { job: params.get(PARAM), league: params.get('league') }
}

/** Keeps the current generation's id in the URL, and follows the visitor through the history. */
export function useJobAddress(step: GeneratorStep, dispatch: (event: GeneratorEvent) => void) {
  const id = getJobId(step)
  useJobInAddress(step, id)
  useVisitedAddress(id, dispatch)
}

/** Gives each new card, and each form after a card, its own history entry, so that Back leads to the previous card. */
function useJobInAddress(step: GeneratorStep, id: string | null) {
  const [, setParams] = useSearch()
  const navigation = useLatestNavigation()
  const { state } = useLocation() as { state: EntryState }
  const { league } = useLinkedWork()
  const isAfterCard = step.name === 'form' && (step.isStartedOver || step.changes !== null)
  useEffect(() => {
    if (new URLSearchParams(navigation.location.search).get(PARAM) === id) return
    setParams((params) => withJob(params, id), isAfterCard ? { state: null } : { replace: true })
  }, [id, isAfterCard, navigation, setParams])

  const wasDrawnFromForm = useRef(false)
  useEffect(() => {
    const isDrawnFromForm = wasDrawnFromForm.current
    wasDrawnFromForm.current = (step.name === 'sending' || step.name === 'drawing') && isFromForm(step.order)
    // Back leads from a league's card to the league.
    if (step.name !== 'result' || !isDrawnFromForm || state?.isOverForm || league !== null) return
    setParams((params) => withJob(params, null), { replace: true })
    setParams((params) => withJob(params, step.id), { state: { isOverForm: true } satisfies EntryState })
  }, [step, state, league, setParams])
}

/** Follows links to the form, and Back or Forward to the form or another card, which are all on this page. */
function useVisitedAddress(id: string | null, dispatch: (event: GeneratorEvent) => void) {
  const location = useLocation()
  const navigation = useNavigationType()
  const { key } = location
  const { job: linked } = useLinkedWork()
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    if (linked === id || isSheetEntry(location)) return
    if (navigation === 'PUSH' && linked === null) dispatch({ type: 'formLinkFollowed' })
    if (navigation === 'POP')
      dispatch(linked === null ? { type: 'formRevisited' } : { type: 'jobRevisited', id: linked })
  })
}

/** An order lost in a reload counts as one from the form, so that Back stays on the site. */
const isFromForm = (order: GenerationOrder | null): boolean => order === null || order.redraws === null

function withJob(before: URLSearchParams, id: string | null): URLSearchParams {
  const after = new URLSearchParams(before)
  if (id === null) after.delete(PARAM)
  else after.set(PARAM, id)
  return after
}
