import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { generationQuery } from '#web/data/generations.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Step } from './state/generator-state.ts'

const sayReady = () => void toast.success(SUCCESS.cardReady)

/** Tells a visitor who comes back to this tab that the card is ready. In a visible tab its heading says so. */
export function announceCard() {
  if (!document.hidden) return
  document.addEventListener('visibilitychange', sayReady, { once: true })
}

/** Ends the wait of the last screen. */
let stopWaiting = () => {}

/** Waits for a card while the visitor looks at another page, and leads to it when it is ready. */
export function useAnnouncement(step: Step) {
  const platform = usePlatform()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const navigateLatest = useRef(navigate)
  const drawnId = step.name === 'sending' || step.name === 'drawing' ? step.id : null
  const latest = useRef(drawnId)
  useEffect(() => {
    latest.current = drawnId
    navigateLatest.current = navigate
  })

  useEffect(() => {
    stopWaiting()
    return () => {
      const id = latest.current
      if (id === null) return
      const observer = new QueryObserver(cache, {
        ...generationQuery(platform, id),
        // The server may not know a form that is on its way.
        enabled: ({ state }) => state.data !== undefined,
      })
      const stop = observer.subscribe(({ data }) => {
        if (!data || isWaiting(data.state)) return
        stop()
        if (data.state !== 'ready') return
        const seeIt = { label: LABELS.seeIt, onClick: () => void navigateLatest.current(`/?job=${id}`) }
        toast.success(SUCCESS.cardReady, { action: seeIt })
      })
      stopWaiting = stop
    }
  }, [platform, cache])
}
