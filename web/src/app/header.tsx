import { HashRule } from '#web/ui/hash-rule.tsx'
import { Link } from '#web/ui/link.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Nav } from './nav.tsx'
import { OfflineNotice } from './offline-notice.tsx'

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
