import { useMutation } from '@tanstack/react-query'
import type { ReportReason } from '#shared/contracts/reports.ts'
import { usePlatform } from '#web/lib/platform.tsx'

/** The reasons in the order they are offered, each as a person would say it. */
export const REPORT_REASONS: readonly { reason: ReportReason; label: string; hint: string }[] = [
  { reason: 'not-me-or-no-consent', label: "It's me, and I never agreed", hint: 'Or somebody who did not agree' },
  { reason: 'minor', label: 'It shows a child', hint: 'Anybody under 18' },
  { reason: 'nudity', label: 'Nudity or sex', hint: 'In the picture or in the name' },
  { reason: 'hate', label: 'Hate or bullying', hint: 'It attacks a person or a group' },
  { reason: 'impersonation', label: 'It pretends to be someone', hint: 'A real person, a player or a brand' },
  { reason: 'spam-or-other', label: 'Spam or something else', hint: 'Tell us below what is wrong' },
]

/** Tells us of a card that should not be here. Nobody needs an account for it. */
export function useReport(id: string) {
  const { api } = usePlatform()
  return useMutation({
    mutationFn: ({ reason, detail }: { reason: ReportReason; detail: string }) =>
      api.cards.report(id, detail.trim() === '' ? { reason } : { reason, detail: detail.trim() }),
  })
}
