import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of this site. */
  to: string
}

/**
 * A link to a page of this site, which is shown without loading anything again. The router's own also knows how to
 * prefetch for a server that renders it, which every visit would download.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const go = useLinkClickHandler(to)
  const onPress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) go(event)
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- what is written in it is among the rest
  return <a {...rest} href={href} onClick={onPress} />
}
