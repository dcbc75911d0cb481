import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import { isSheetEntry } from '#web/navigation/latest-navigation.tsx'
import { useSearch } from '#web/navigation/use-search.ts'

const PARAM = 'job'

/** Returns the id that the address asks for, or null. */
export function useAskedJob(): string | null {
  const [params] = useSearchParams()
  return params.get(PARAM)
}

/** Keeps the id of the current generation in the address. */
export function useJobInAddress(id: string | null) {
  const [, setParams] = useSearch()
  useEffect(() => {
    setParams((params) => withJob(params, id), { replace: true })
  }, [id, setParams])
}

/** Calls back when the visitor follows a link from a card to the form, which is this same page. */
export function useFormLink(onFollowed: () => void) {
  const location = useLocation()
  const navigation = useNavigationType()
  const { key } = location
  const asked = useAskedJob()
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    if (asked === null && navigation === 'PUSH' && !isSheetEntry(location)) onFollowed()
  })
}

function withJob(before: URLSearchParams, id: string | null): URLSearchParams {
  const after = new URLSearchParams(before)
  if (id === null) after.delete(PARAM)
  else after.set(PARAM, id)
  return after
}
