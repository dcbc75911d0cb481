import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '#web/data/query-client.ts'
import { type Platform, PlatformProvider } from '#web/lib/platform.tsx'

export function Providers({ platform, children }: { platform: Platform; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <PlatformProvider platform={platform}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </PlatformProvider>
  )
}
