import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type GenerationState, isWaiting } from '#shared/contracts/generations.ts'
import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { generationQuery } from '#web/data/generations.ts'
import { isMissing } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'

const MEMORY_KEY = 'generation'
const PARAM = 'job'

/**
 * The generation this visitor is waiting for or looking at. Its id is kept in the address and in the browser, so
 * a reload, a locked phone or a lost network goes on where it was. One that failed, was cancelled or is unknown
 * is forgotten, and the form is there again.
 */
export function useJob() {
  const { api, memory } = usePlatform()
  const [params, setParams] = useSearchParams()
  const [id, setId] = useState(() => params.get(PARAM) ?? memory.get(MEMORY_KEY))
  const { data: generation, error } = useQuery({ ...generationQuery(api, id ?? ''), enabled: id !== null })
  const state = generation?.state
  const isOver = isMissing(error) || state === 'failed' || state === 'cancelled'
  const liveId = isOver ? null : id

  useEffect(() => {
    memory.set(MEMORY_KEY, liveId)
    setParams((before) => withJob(before, liveId), { replace: true, preventScrollReset: true })
  }, [liveId, memory, setParams])

  useAnnouncements(state, generation?.error?.message)

  return { id: liveId, generation: liveId === null ? undefined : generation, start: setId, clear: () => setId(null) }
}

function withJob(before: URLSearchParams, id: string | null): URLSearchParams {
  const after = new URLSearchParams(before)
  if (id === null) after.delete(PARAM)
  else after.set(PARAM, id)
  return after
}

/** Says how a generation ended. A card that was ready before anybody looked is shown without a word. */
function useAnnouncements(state: GenerationState | undefined, failure: string | undefined) {
  const before = useRef<GenerationState>(undefined)

  useEffect(() => {
    const hasWaited = before.current !== undefined && isWaiting(before.current)
    const isNew = before.current !== state
    before.current = state
    if (isNew && state === 'failed') toast.error(FAILURE.generate(failure ?? FAILURE.noImage))
    if (hasWaited && state === 'ready') toast.success(SUCCESS.cardReady)
  }, [state, failure])
}
