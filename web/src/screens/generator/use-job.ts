import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { Generation } from '#shared/contracts/generations.ts'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import { generationQuery } from '#web/data/generations.ts'
import { loadWatch } from '#web/data/load-watch.ts'
import { isMissing } from '#web/lib/failure.ts'
import { type Memory, type Platform, usePlatform } from '#web/lib/platform.tsx'
import { useSearch } from '#web/navigation/use-search.ts'
import { toast } from '#web/ui/toast.ts'
import { standingOf } from './job-standing.ts'
import { isSeen } from './seen-card.ts'

const PARAM = 'job'
export const ID_KEY = 'generation'
/** The id whose form is on its way. */
const SENDING_KEY = 'generation-sending'
/** The id to go back to. */
const BEFORE_KEY = 'generation-before'
/** The id that is shown instead when the one that is drawn comes to nothing. */
const FALLBACK_KEY = 'generation-fallback'
/** How long after a reload a form may still be on its way. */
const ARRIVAL_MS = 15_000

/**
 * The generation this visitor is waiting for or looking at, and the one before it. Ids are kept in the address and in
 * the browser from before the first byte is sent, so a reload, a locked phone or a lost network goes on where it was.
 * One that failed, was cancelled or is unknown is forgotten, and what was there before is there again.
 *
 * @param onFailed told of one that failed, once
 */
export function useJob(onFailed: (generation: Generation) => void) {
  const platform = usePlatform()
  const { api, memory, now } = platform
  const [params, setParams] = useSearch()
  const [first] = useState(() => firstIds(params, memory))
  // What this browser was waiting for, or looking at, when the page was left.
  const [keptId] = useState(() => memory.get(ID_KEY))
  const [id, setId] = useState(first.id)
  const [before, setBefore] = useState(first.before)
  const [isSending, setIsSending] = useState(false)
  // In milliseconds since 1970; 0 where no form was on its way.
  const [mayArriveUntil, setMayArriveUntil] = useState(() => (memory.get(SENDING_KEY) === id ? now() + ARRIVAL_MS : 0))
  // Other art for a card that comes to nothing leaves the card.
  const [fallback, setFallback] = useState(() => (first.id === keptId ? memory.get(FALLBACK_KEY) : null))

  const wasOnItsWay = mayArriveUntil > 0
  const mayArrive = now() < mayArriveUntil
  const { data, error, isFetched } = useQuery({
    ...generationQuery(api, id ?? '', { mayArrive }),
    enabled: id !== null && !isSending,
  })
  const generation = id === null ? undefined : data
  // From before its form is there: drawing begins as soon as it is.
  useProgress(isSending || (generation && isWaiting(generation.state)) ? id : null, platform)
  const standing = standingOf({ id, isSending, generation, isUnknown: isMissing(error), wasOnItsWay, mayArrive })
  const isOver = standing === 'gone' || standing === 'lost'
  const liveId = isOver ? null : id

  useNewVisit(standing === 'known' && generation?.state === 'ready' && !params.has(PARAM), () => {
    setBefore(liveId)
    goTo(null)
  })
  useEffect(() => {
    memory.set(ID_KEY, liveId)
    setParams((params) => withJob(params, liveId), { replace: true })
  }, [liveId, memory, setParams])
  useEffect(() => {
    if (standing === 'known' || isOver) memory.set(SENDING_KEY, null)
  }, [standing, isOver, memory])

  useEffect(() => memory.set(BEFORE_KEY, before), [memory, before])
  useEffect(() => memory.set(FALLBACK_KEY, fallback), [memory, fallback])

  // The answer to a form is told once the page has gone on to it.
  useEnd(isSending ? undefined : generation, onFailed)

  function goTo(next: string | null) {
    setId(next)
    setIsSending(false)
    setMayArriveUntil(0)
  }
  useEffect(() => {
    if (!isOver || fallback === null) return
    // A moment later, when the end has been said.
    const timer = setTimeout(() => {
      setId(fallback)
      setFallback(null)
      if (before === fallback) setBefore(null)
    })
    return () => clearTimeout(timer)
  }, [isOver, fallback, before])

  return {
    id: liveId,
    /** It was drawn for this browser, before the page was loaded. */
    isKept: liveId === keptId,
    standing,
    generation: liveId === null ? undefined : generation,
    /** The engine that can be asked instead of the one that has failed. */
    offer: generation?.offer,
    /** The server could not be reached the last time. */
    isUnreachable: data ? error !== null : isFetched && !mayArrive,
    before,
    /**
     * Before anything is sent.
     *
     * @param other whether the card on the screen stays if this one comes to nothing: as another card to go back to, or
     *   as the one that this one changes
     */
    begin(next: string, other: 'another' | 'same' | null) {
      memory.set(SENDING_KEY, next)
      setFallback(other && liveId)
      setBefore(other === 'another' ? liveId : other && before)
      setId(next)
      setIsSending(true)
    },
    /** The server has it, under this id. */
    arrived: goTo,
    /** Where to go when this one comes to nothing. */
    fallback,
    /** It did not get there. @param next what is shown instead: a card, or null for the form */
    notSent(next: string | null) {
      memory.set(SENDING_KEY, null)
      goTo(next)
      setFallback(null)
      setBefore(next === before ? null : before)
    },
    /** Back to the form; the card is kept. */
    leave() {
      setBefore(liveId)
      setFallback(null)
      goTo(null)
    },
    /** Back to the card before. */
    undo() {
      goTo(before)
      setBefore(null)
    },
  }
}

/** Has a generation's progress told as it happens; otherwise it is asked for. */
function useProgress(id: string | null, platform: Platform) {
  const cache = useQueryClient()
  useEffect(() => {
    if (id === null) return
    const life = new AbortController()
    void loadWatch({ kind: 'job', id }, { platform, cache, signal: life.signal })
    return () => life.abort()
  }, [id, platform, cache])
}

/** A card that was looked at is the one before; one that was not looked at yet is shown wherever the visitor comes from. */
function firstIds(params: URLSearchParams, memory: Memory) {
  const [asked, kept, before] = [params.get(PARAM), memory.get(ID_KEY), memory.get(BEFORE_KEY)]
  if (asked !== null || kept === null || !isSeen(memory, kept)) return { id: asked ?? kept, before }
  return { id: null, before: kept }
}

/**
 * Hears of a link that was followed to this same page.
 *
 * @param isAnother whether that asks for something else than what is shown
 */
function useNewVisit(isAnother: boolean, begin: () => void) {
  const { key } = useLocation()
  const navigation = useNavigationType()
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    if (isAnother && navigation === 'PUSH') begin()
  })
}

function withJob(before: URLSearchParams, id: string | null): URLSearchParams {
  const after = new URLSearchParams(before)
  if (id === null) after.delete(PARAM)
  else after.set(PARAM, id)
  return after
}

/** Tells how a generation ended. A card that was ready before the page was open is shown without a word. */
function useEnd(generation: Generation | undefined, onFailed: (generation: Generation) => void) {
  const before = useRef<Generation>(undefined)
  const latest = useRef(onFailed)
  useEffect(() => {
    latest.current = onFailed
  })

  useEffect(() => {
    const last = before.current?.id === generation?.id ? before.current?.state : undefined
    before.current = generation
    if (generation?.state === 'failed' && last !== 'failed') latest.current(generation)
    if (generation?.state === 'ready' && last !== undefined && isWaiting(last)) toast.success(SUCCESS.cardReady)
  }, [generation])
}
