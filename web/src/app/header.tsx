import { WifiOff } from 'lucide-react'
import { useOnline } from '#web/lib/online.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Link } from '#web/ui/link.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Nav } from './nav.tsx'

export function Header() {
  return (
    <header className="top">
      <div className="top-in">
        <Link className="brand" to="/" aria-label="Fantasy Football Cards, home">
          <Mark />
          <span aria-hidden="true">
            <b>Fantasy </b>
            <b>Football </b>
            <b>Cards</b>
          </span>
        </Link>
        <Nav />
      </div>
      <HashRule />
      <OfflineNotice />
    </header>
  )
}

/** Stands in the header, wherever the page is scrolled to, while there is no network, and is heard when it comes. */
function OfflineNotice() {
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
