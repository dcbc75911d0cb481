import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Query key of the fields of a form posted without JavaScript, which the server renders again. */
export const POSTED_KEY = ['posted'] as const

export type Posted = {
  /** The email of the account that a visitor without JavaScript has just signed in to. */
  readonly signedInAs?: string
  /** Why a vote did not count, or a seat could not be taken. */
  readonly reason?: string
  /** Why a draft lottery could not be prepared or started. */
  readonly drawReason?: string
  /** The refused team name of a visitor who tried to join a league. */
  readonly teamName?: string
  /** The contact form's idempotency key. */
  readonly key?: string
  /** The refused fields of a message or league, and the reason. */
  readonly refused?: {
    readonly name: string
    readonly email?: string
    readonly message?: string
    readonly season?: string
    readonly team?: string
    readonly fault: { readonly message: string; readonly fields: readonly string[] }
  }
}

const NOTHING: Posted = {}

/** Returns what this page's form posted. Reads it once, so that a later visit starts with an empty form. */
export function usePosted(): Posted {
  const cache = useQueryClient()
  const [posted] = useState(() => cache.getQueryData<Posted>(POSTED_KEY) ?? NOTHING)
  useEffect(() => cache.removeQueries({ queryKey: POSTED_KEY }), [cache])
  return posted
}
