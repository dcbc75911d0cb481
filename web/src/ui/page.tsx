import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useLatestNavigation } from '#web/navigation/latest-navigation.tsx'

const SITE = 'Fantasy Football Cards'

type PageProps = {
  title: string
  /** Overrides the document title. Default: the title and the site's name. */
  tab?: string
  className?: string | undefined
  children: ReactNode
}

/** A screen's outer element. Sets the tab title and, after a navigation, focuses the `h1` or the URL's target. */
export function Page({ title, tab = `${title} | ${SITE}`, className, children }: PageProps) {
  const root = useRef<HTMLDivElement>(null)
  const { pathname, hash } = useLocation()
  const [arrival] = useState(useNavigationType())
  const [page] = useState({ pathname, title })
  const [targetId] = useState(hash.slice(1))
  const navigation = useLatestNavigation()

  useEffect(() => {
    document.title = tab
  }, [tab])

  // The first page of a visit keeps the browser's own focus; later pages move it to their heading.
  useEffect(() => {
    const before = navigation.showPage(page)
    const isElsewhere = page.pathname !== before?.pathname
    if (before === null || (page.title === before.title && !isElsewhere)) return
    // After Back to another page, the browser restores the scroll position.
    if (arrival !== 'POP' || !isElsewhere) window.scrollTo(0, 0)
    const target = targetId && arrival !== 'POP' ? document.getElementById(targetId) : null
    target?.scrollIntoView?.({ block: 'center' })
    const focused = target ?? root.current?.querySelector<HTMLElement>('h1')
    focused?.focus({ preventScroll: true })
  }, [arrival, page, targetId, navigation])

  return (
    <div ref={root} className={className}>
      {children}
    </div>
  )
}
