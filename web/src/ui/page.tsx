import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigationType } from 'react-router-dom'

const SITE = 'Fantasy Football Cards'

// The first page of a visit keeps the browser's own focus; every later one takes it to its heading.
let visitedBefore = false

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
  const [arrival] = useState(useNavigationType())

  useEffect(() => {
    document.title = tab
  }, [tab])

  useEffect(() => {
    if (visitedBefore) {
      // Going back keeps the place that the browser remembers.
      if (arrival !== 'POP') window.scrollTo(0, 0)
      root.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    }
    visitedBefore = true
  }, [arrival])

  return (
    <div ref={root} className={className}>
      {children}
    </div>
  )
}
