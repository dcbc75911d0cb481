import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isFaceQuestion, isWaiting } from '#shared/contracts/generation-states.ts'
import { LABELS, QUESTION_ELSEWHERE, SUCCESS } from '#shared/domain/messages.ts'
import { generationQuery } from '#web/data/generations.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import type { GeneratorStep } from './state/generator-state.ts'

const sayReady = () => void toast.success(SUCCESS.cardReady)

/** Shows a toast when the visitor returns to this tab. In a visible tab, the heading already says so. */
export function announceCard() {
  if (!document.hidden) return
  document.addEventListener('visibilitychange', sayReady, { once: true })
}

/** Stops the previous screen's observer. */
let stopWaiting = () => {}

/** Watches a card while the visitor is on another page, and links to it when it is ready or has a question. */
export function useAnnouncement(step: GeneratorStep) {
  const platform = usePlatform()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const navigateLatest = useRef(navigate)
  const drawnId = step.name === 'sending' || step.name === 'drawing' ? step.id : null
  const { search } = useLocation()
  const latest = useRef({ id: drawnId, search })
  useEffect(() => {
    latest.current = { id: drawnId, search }
    navigateLatest.current = navigate
  })

  useEffect(() => {
    stopWaiting()
    return () => {
      const { id, search } = latest.current
      if (id === null) return
      const observer = new QueryObserver(cache, {
        ...generationQuery(platform, id),
        // The server may not know the generation while its form is uploading.
        enabled: ({ state }) => state.data !== undefined,
      })
      const stop = observer.subscribe(({ data }) => {
        if (!data || isWaiting(data.state)) return
        stop()
        const isQuestion = isFaceQuestion(data.error?.code)
        if (data.state !== 'ready' && !isQuestion) return
        const seeIt = { label: LABELS.seeIt, onClick: () => void navigateLatest.current(`/${search}`) }
        if (isQuestion) toast.error(QUESTION_ELSEWHERE, { action: seeIt })
        else toast.success(SUCCESS.cardReady, { action: seeIt })
      })
      stopWaiting = stop
    }
  }, [platform, cache])
}
