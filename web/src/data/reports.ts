import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReportReason } from '#shared/contracts/reports.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { dropFromLists } from './drop-card.ts'

/** The reasons in the order they are offered, each as a person would say it. */
export const REPORT_REASONS: readonly { reason: ReportReason; label: string; hint: string }[] = [
  { reason: 'not-me-or-no-consent', label: "It's me, and I never agreed", hint: "Or someone else who didn't agree" },
  { reason: 'minor', label: 'It shows a minor', hint: 'Anyone under 18' },
  { reason: 'nudity', label: 'Nudity or sex', hint: 'In the image or the name' },
  { reason: 'hate', label: 'Hate or bullying', hint: 'It attacks a person or a group' },
  { reason: 'impersonation', label: 'It pretends to be someone', hint: 'A real person, a player or a brand' },
  { reason: 'spam-or-other', label: 'Spam or something else', hint: 'Tell us more below' },
]

/**
 * How far a report of this visitor about a card is: open until its thank-you is closed. The worst ones hide the card at
 * once, and what is said about them must not go with it: `gone` while that is put off.
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

/** @returns whether taking a card off the lists waits until its report is over */
export function putOffLeaving(cache: QueryClient, id: string): boolean {
  const reported = cache.getQueryData<Reported>(reportedKey(id))
  if (reported !== 'open' && reported !== 'gone') return false
  cache.setQueryData<Reported>(reportedKey(id), 'gone')
  return true
}

/** Reports a card to the admins. Needs no account. */
export function useReport(id: string) {
  const { api, memory } = usePlatform()
  const cache = useQueryClient()
  const standing = (now: Reported) => void cache.setQueryData<Reported>(reportedKey(id), now)
  const report = useMutation({
    onMutate: () => standing('open'),
    onError: () => standing('no'),
    mutationFn: ({ reason, detail }: { reason: ReportReason; detail: string }) =>
      api.cards.report(id, detail.trim() === '' ? { reason } : { reason, detail: detail.trim() }),
  })
  /** The thank-you was read. */
  function end() {
    if (!report.isSuccess) return
    if (cache.getQueryData<Reported>(reportedKey(id)) === 'gone') dropFromLists(cache, memory, id)
    standing('told')
  }
  return { ...report, end }
}
