import { WifiOff } from 'lucide-react'
import { useOnline } from '#web/lib/online.ts'

/** Stands in the header, wherever the page is scrolled to, while there is no network, and is heard when it comes. */
export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <output className="offline">
      {isOnline ? null : (
        <>
          <WifiOff className="i" aria-hidden="true" />
          You're offline. What you typed stays here.
        </>
      )}
    </output>
  )
}
