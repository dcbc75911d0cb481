import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

const CONFIG_KEY = ['config'] as const

export const configQuery = (api: Api) =>
  queryOptions({
    queryKey: CONFIG_KEY,
    queryFn: ({ signal }) => api.config(signal),
    staleTime: 60_000,
  })
