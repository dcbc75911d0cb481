import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReportReason, SendReport } from '#shared/contracts/reports.ts'
import { cardPath, lazyParser } from '#web/lib/api.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { dropFromLists } from './drop-card.ts'

/** The reasons in display order, in the visitor's words. */
export const REPORT_REASONS: readonly { reason: ReportReason; label: string; hint: string }[] = [
  { reason: 'not-me-or-no-consent', label: "It's me, and I never agreed", hint: "Or someone else who didn't agree" },
  { reason: 'minor', label: 'It shows a minor', hint: 'Anyone under 18' },
  { reason: 'nudity', label: 'Nudity or sex', hint: 'In the image or the name' },
  { reason: 'hate', label: 'Hate or bullying', hint: 'It attacks a person or a group' },
  { reason: 'impersonation', label: 'It impersonates someone', hint: 'A real person, a player or a brand' },
  { reason: 'spam-or-other', label: 'Spam or something else', hint: 'Tell us more below' },
]

/**
 * State of this visitor's report about a card: `open` until the thank-you is closed. A grave report hides the card
 * immediately, but the open sheet must not vanish with it: `gone` means that the removal waits.
 */
type Reported = 'no' | 'open' | 'gone' | 'told'

const reportedKey = (id: string) => ['reported', id] as const

export function useReported(id: string): Reported {
  const { data = 'no' } = useQuery<Reported>({
    queryKey: reportedKey(id),
    queryFn: () => 'no',
    enabled: false,
    gcTime: Infinity,
  })
  return data
}

/** Defers removing a card from the lists while its report is open. @returns whether it was deferred */
export function deferRemoval(cache: QueryClient, id: string): boolean {
  const reported = cache.getQueryData<Reported>(reportedKey(id))
  if (reported !== 'open' && reported !== 'gone') return false
  cache.setQueryData<Reported>(reportedKey(id), 'gone')
  return true
}

/** Reports a card to the admins. Needs no account. */
export function useReport(id: string) {
  const { api, memory } = usePlatform()
  const cache = useQueryClient()
  const setReported = (next: Reported) => void cache.setQueryData<Reported>(reportedKey(id), next)
  const report = useMutation({
    onMutate: () => setReported('open'),
    onError: () => setReported('no'),
    mutationFn: ({ reason, detail }: { reason: ReportReason; detail: string }) =>
      api.ask({
        path: `${cardPath(id)}/reports`,
        json: (detail.trim() === '' ? { reason } : { reason, detail: detail.trim() }) satisfies SendReport,
        output: lazyParser((all) => all.ReportResponse),
      }),
  })
  /** Called when the thank-you is closed. */
  function end() {
    if (!report.isSuccess) return
    if (cache.getQueryData<Reported>(reportedKey(id)) === 'gone') dropFromLists(cache, memory, id)
    setReported('told')
  }
  return { ...report, end }
}
