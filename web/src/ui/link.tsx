import type { ComponentProps, MouseEvent } from 'react'
import { useLinkClick } from '#web/router/router.tsx'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of this site. */
  to: string
}

/** A link to a page of this site, which is shown without loading anything again. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const go = useLinkClick(to)
  const onPress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) go(event)
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- what is written in it is among the rest
  return <a {...rest} href={to} onClick={onPress} />
}
