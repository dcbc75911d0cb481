import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contactFault, type ContactFault, type ContactMessage, referenceIn } from '#shared/contracts/contact.ts'
import { CONTACT_COOLDOWN_MS } from '#shared/domain/limits.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { isUnreachable } from '#web/lib/failure.ts'
import { useKept } from '#web/hooks/hydrated.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSecondsLeft } from '#web/hooks/seconds-left.ts'
import { configQuery } from './config.ts'

const LAST_SENT_KEY = 'contact-last-sent'

/** Sends messages, and remembers in this browser when the last one went. */
export function useContact() {
  const { api, memory, now } = usePlatform()
  const cache = useQueryClient()
  const config = useQuery(configQuery(api))
  const kept = useKept(LAST_SENT_KEY)
  const [sentNow, setLastSentAt] = useState<number | null>(null)
  const lastSentAt = sentNow ?? timeOf(kept)
  const cooldownMs = config.data?.contactCooldownMs ?? CONTACT_COOLDOWN_MS

  const sending = useMutation({
    // Whoever is quick sends before the settings have come.
    mutationFn: async (message: ContactMessage) =>
      api.contact(message, (await cache.ensureQueryData(configQuery(api))).publicKey),
    onSuccess: () => {
      const sentAt = now()
      setLastSentAt(sentAt)
      memory.set(LAST_SENT_KEY, String(sentAt))
    },
  })

  // A clock that was set back must not lock the form for longer than the rule does.
  const isRecent = lastSentAt !== null && lastSentAt <= now()
  const secondsLeft = useSecondsLeft(isRecent ? lastSentAt + cooldownMs : null)

  return {
    /** Until the next message may go. */
    secondsLeft,
    isSending: sending.isPending,
    /** Why a message cannot be sent yet, or null. */
    faultOf: (message: ContactMessage): ContactFault | null =>
      contactFault(message, { lastSentAt, now: now(), cooldownMs }),
    /** @returns what the message is called, or null */
    send: async (message: ContactMessage) => referenceIn(await sending.mutateAsync(message)),
  }
}

/** The server's own words, else the product's: one sentence for a refusal, one for silence. */
export function contactFailure(thrown: unknown): string {
  if (isUnreachable(thrown)) return FAILURE.contactUnreachable
  return (thrown instanceof Error && thrown.message) || FAILURE.contactRefused
}

function timeOf(text: string | null): number | null {
  const time = text === null ? Number.NaN : Number(text)
  return Number.isFinite(time) ? time : null
}
