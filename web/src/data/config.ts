import { queryOptions } from '@tanstack/react-query'
import type { ClientConfig } from '#shared/contracts/config.ts'
import type { Api } from '#web/lib/api.ts'
import { firstAnswer } from './first-answers.ts'

const CONFIG_KEY = ['config'] as const

const isWhole = (answer: Partial<ClientConfig>): answer is ClientConfig => answer.generations !== undefined

export const configQuery = (api: Api) =>
  queryOptions({
    queryKey: CONFIG_KEY,
    queryFn: ({ signal }) => api.config(signal),
    staleTime: 60_000,
    ...firstAnswer<ClientConfig, ClientConfig>('/api/config', (answer) => (isWhole(answer) ? answer : undefined)),
  })
