import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { findContactFault, type ContactFault, type ContactMessage, getReference } from '#shared/contracts/contact.ts'
import { CONTACT_COOLDOWN_MS } from '#shared/domain/limits.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { lazyParser } from '#web/lib/api.ts'
import { isUnreachable } from '#web/lib/failure.ts'
import { useStored } from '#web/hooks/hydrated.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSecondsLeft } from '#web/hooks/seconds-left.ts'
import { configQuery } from './config.ts'

const LAST_SENT_KEY = 'contact-last-sent'

/** Sends messages, and remembers in this browser when the last one was sent. */
export function useContact() {
  const { api, memory, now } = usePlatform()
  const cache = useQueryClient()
  const config = useQuery(configQuery(api))
  const stored = useStored(LAST_SENT_KEY)
  const [sentNow, setLastSentAt] = useState<number | null>(null)
  const lastSentAt = sentNow ?? parseTime(stored)
  const cooldownMs = config.data?.contactCooldownMs ?? CONTACT_COOLDOWN_MS

  const sending = useMutation({
    // The visitor may send before the config has loaded.
    mutationFn: async (message: ContactMessage) => {
      const { publicKey } = await cache.ensureQueryData(configQuery(api))
      return api.askOnce(JSON.stringify(message), {
        path: '/functions/v1/contact-submit',
        json: message,
        headers: { authorization: `Bearer ${publicKey}` },
        // Unparsed, so that a stored message cannot fail on its response.
        output: lazyParser((all) => all.Anything),
      })
    },
    onSuccess: () => {
      const sentAt = now()
      setLastSentAt(sentAt)
      memory.set(LAST_SENT_KEY, String(sentAt))
    },
  })

  // A clock that was set back must not extend the cooldown.
  const isRecent = lastSentAt !== null && lastSentAt <= now()
  const secondsLeft = useSecondsLeft(isRecent ? lastSentAt + cooldownMs : null)

  return {
    /** Seconds until the next message may be sent. */
    secondsLeft,
    isSending: sending.isPending,
    /** Why a message cannot be sent yet, or null. */
    check: (message: ContactMessage): ContactFault | null =>
      findContactFault(message, { lastSentAt, now: now(), cooldownMs }),
    /** @returns the message's reference, or null */
    send: async (message: ContactMessage) => getReference(await sending.mutateAsync(message)),
  }
}

/** Returns the server's message, else the product's for a refusal or an unreachable server. */
export function contactFailure(thrown: unknown): string {
  if (isUnreachable(thrown)) return FAILURE.contactUnreachable
  return (thrown instanceof Error && thrown.message) || FAILURE.contactRefused
}

function parseTime(text: string | null): number | null {
  const time = text === null ? Number.NaN : Number(text)
  return Number.isFinite(time) ? time : null
}
