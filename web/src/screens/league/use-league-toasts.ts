import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { League } from '#shared/contracts/league.ts'
import { DRAW_LEAD_MS } from '#shared/domain/league-draw.ts'
import { duelPath } from '#shared/domain/league-duel.ts'
import { toast } from '#web/ui/toast.ts'

/** Shows a toast when the draft lottery starts or someone challenges the member's card. */
export function useLeagueToasts(code: string, { draws: [draw], duels, ownSeat, role }: League): void {
  const navigate = useNavigate()
  const startedDraw = draw !== undefined && draw.startsAt !== null && draw.seed === null ? draw.number : null
  const challenge = duels.find(
    ({ seed, rounds, opponent }) => seed === null && rounds.length === 0 && opponent.seat === ownSeat,
  )
  const challengeNumber = challenge?.number ?? null
  const challenger = challenge?.challenger.teamName
  // No toasts for events from before the page opened.
  const announced = useRef({ startedDraw, challengeNumber })

  useEffect(() => {
    if (startedDraw === announced.current.startedDraw) return
    announced.current.startedDraw = startedDraw
    if (startedDraw === null || role === 'commissioner') return
    const onClick = () => document.getElementById('draft')?.scrollIntoView?.()
    toast.blank('The draft lottery starts.', { action: { label: 'Watch', onClick }, durationMs: DRAW_LEAD_MS })
  }, [startedDraw, role])

  useEffect(() => {
    if (challengeNumber === announced.current.challengeNumber) return
    announced.current.challengeNumber = challengeNumber
    if (challengeNumber === null) return
    const onClick = () => void navigate(duelPath(code, challengeNumber))
    toast.blank(`${challenger} challenges you to a duel.`, { action: { label: 'Watch', onClick } })
  }, [challengeNumber, challenger, code, navigate])
}
