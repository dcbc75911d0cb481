import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { LABELS } from '#shared/domain/messages.ts'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Mark } from '#web/ui/mark.tsx'

export function Header() {
  const { api } = usePlatform()
  const config = useQuery(configQuery(api))
  const { pathname } = useLocation()
  const inGallery = pathname === '/hall-of-fame' || pathname.startsWith('/card/')

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
        <nav className="nav" aria-label="Main">
          <Link to="/" aria-current={pathname === '/' ? 'page' : undefined}>
            {LABELS.generator}
          </Link>
          <Link to="/hall-of-fame" aria-current={inGallery ? 'page' : undefined}>
            {LABELS.gallery}
          </Link>
          {/* The link keeps its place while its address is on its way. */}
          <a href={config.data?.donationUrl} target="_blank" rel="noopener">
            Donate
            <ArrowUpRight className="i" aria-hidden="true" />
            <span className="sr">(opens in a new tab)</span>
          </a>
        </nav>
      </div>
      <HashRule />
    </header>
  )
}
