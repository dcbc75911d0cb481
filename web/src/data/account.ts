import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { AccountResponse } from '#shared/contracts/account.ts'
import { KeptCards } from '#shared/contracts/cards.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { Api } from '#web/lib/api.ts'
import { OWN_KEY } from './cards.ts'
import { configQuery } from './config.ts'

const ACCOUNT_KEY = ['account'] as const
const PATH = '/api/auth/account'
const Done = z.unknown()

/** @param email the signed-in user's email, or null */
export const accountQuery = (api: Api, email: string | null) =>
  queryOptions({
    queryKey: [...ACCOUNT_KEY, email],
    queryFn: ({ signal }) => api.ask({ path: PATH, output: async () => AccountResponse, signal }),
    enabled: email !== null,
    staleTime: 0,
  })

/** Mutations of the user's own account. Without a password, they need a recent sign-in as proof. */
export function useOwnAccount() {
  const { api, account, saveFile } = usePlatform()
  const cache = useQueryClient()
  const signOut = () => {
    account.signOut()
    cache.removeQueries({ queryKey: ACCOUNT_KEY })
  }
  // The sign-in may have become too old for a proof while the page was open.
  const refetch = () => cache.invalidateQueries({ queryKey: ACCOUNT_KEY })
  const toProof = (password: string) => (password === '' ? {} : { password })

  return {
    changePassword: useMutation({
      mutationFn: (json: { oldPassword: string; newPassword: string }) =>
        api.ask({ path: '/api/auth/password/change', json, output: async () => Done }),
      onSuccess: refetch,
    }),
    mailPasswordLink: useMutation({
      mutationFn: (json: { email: string; projectId: string }) =>
        api.ask({ path: '/api/auth/password/reset', json, output: async () => Done }),
    }),
    signOutEverywhere: useMutation({
      mutationFn: (password: string) =>
        api.ask({ path: `${PATH}/signout`, json: toProof(password), output: async () => Done }),
      onSuccess: signOut,
      onError: refetch,
    }),
    remove: useMutation({
      mutationFn: (password: string) =>
        api.ask({ path: `${PATH}/remove`, json: toProof(password), output: async () => Done }),
      onSuccess: signOut,
      onError: refetch,
    }),
    exportAll: useMutation({
      mutationFn: async () => {
        const all = await api.ask({ path: `${PATH}/export`, output: async () => Done })
        saveFile(new File([JSON.stringify(all, null, 2)], 'my-account.json', { type: 'application/json' }))
      },
    }),
  }
}

/** Adds this browser's cards to the signed-in account. */
export function useKeepCards() {
  const { api } = usePlatform()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => api.ask({ path: '/api/cards/keep', json: {}, output: async () => KeptCards }),
    onSuccess: () => Promise.all([OWN_KEY, ACCOUNT_KEY].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  })
}

/** Redirects to the sign-in page, which returns here. */
export function useSignIn(): () => void {
  const { api, account } = usePlatform()
  const { data: config } = useQuery(configQuery(api))
  return () => {
    if (config === undefined) return location.assign('/auth')
    account.signIn(config.projectId).catch(() => location.assign('/auth'))
  }
}
