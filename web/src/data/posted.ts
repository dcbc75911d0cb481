import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** The cache key of the fields that a form without scripts has sent; the server renders them again. */
export const POSTED_KEY = ['posted'] as const

export type Posted = {
  /** The address of the account that a visitor without scripts has just signed in to. */
  readonly signedInAs?: string
  /** Why a vote does not count. */
  readonly said?: string
  /** The contact form's own, the same whenever it is sent again. */
  readonly key?: string
  /** The refused fields, and the reason. */
  readonly refused?: {
    readonly name: string
    readonly email: string
    readonly message: string
    readonly fault: { readonly message: string; readonly fields: readonly string[] }
  }
}

const NOTHING: Posted = {}

/** Returns what the form of this page has sent. It is used up: a later visit of the screen begins with an empty form. */
export function usePosted(): Posted {
  const cache = useQueryClient()
  const [posted] = useState(() => cache.getQueryData<Posted>(POSTED_KEY) ?? NOTHING)
  useEffect(() => cache.removeQueries({ queryKey: POSTED_KEY }), [cache])
  return posted
}
