import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useLatestNavigation } from '#web/navigation/latest-navigation.tsx'

const SITE = 'Fantasy Football Cards'

type PageProps = {
  title: string
  /** The whole of what the tab says, where that is not the title and the site's name. */
  tab?: string
  className?: string | undefined
  children: ReactNode
}

/** A screen's outer element: names the tab and, after a navigation, moves focus to the `h1`. */
export function Page({ title, tab = `${title} | ${SITE}`, className, children }: PageProps) {
  const root = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const [arrival] = useState(useNavigationType())
  const [page] = useState({ pathname, title })
  const navigation = useLatestNavigation()

  useEffect(() => {
    document.title = tab
  }, [tab])

  // The first page of a visit keeps the browser's own focus; every later one takes it to its heading.
  useEffect(() => {
    const before = navigation.showPage(page)
    const isElsewhere = page.pathname !== before?.pathname
    if (before === null || (page.title === before.title && !isElsewhere)) return
    // Going back to another page keeps the place that the browser remembers.
    if (arrival !== 'POP' || !isElsewhere) window.scrollTo(0, 0)
    root.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [arrival, page, navigation])

  return (
    <div ref={root} className={className}>
      {children}
    </div>
  )
}
