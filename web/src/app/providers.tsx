import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Platform, PlatformProvider } from '#web/lib/platform.tsx'

type ProvidersProps = { platform: Platform; client: QueryClient; children: ReactNode }

export const Providers = ({ platform, client, children }: ProvidersProps) => (
  <PlatformProvider platform={platform}>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </PlatformProvider>
)
