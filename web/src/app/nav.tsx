import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, Menu, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, matchPath, useLocation, useNavigationType } from 'react-router-dom'
import { LABELS } from '#shared/domain/messages.ts'
import { cardQuery } from '#web/data/cards.ts'
import { configQuery } from '#web/data/config.ts'
import { classes } from '#web/ui/classes.ts'
import { isMissing } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useEmail } from '#web/hooks/use-email.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { SignIn } from './sign-in.tsx'
import styles from './nav.module.css'

/** The site's links. On phones the rarer ones wait behind a button; on wide screens all stand in one row. */
export function Nav() {
  const platform = usePlatform()
  const config = useQuery(configQuery(platform.api))
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const id = matchPath('/card/:id', pathname)?.params.id
  const card = useQuery({ ...cardQuery(platform, id ?? ''), enabled: false })
  const email = useEmail()
  const root = useRef<HTMLElement>(null)
  const { isOpen, toggle, close } = useMenu(root)
  // A card that is not shown is in no gallery; one that was followed to is taken to be there until it has come.
  const hasCard = card.isPending ? navigation === 'PUSH' : card.data && !isMissing(card.error)
  const inGallery = pathname === '/hall-of-fame' || Boolean(id && hasCard)
  const here = (isHere: boolean) => (isHere ? 'page' : undefined)

  return (
    <nav className={styles['nav']} aria-label="Main" ref={root}>
      <Link to="/" aria-current={here(pathname === '/')}>
        {LABELS.generator}
      </Link>
      <Link to="/hall-of-fame" aria-current={here(inGallery)}>
        {LABELS.gallery}
      </Link>
      <button
        type="button"
        className={classes(buttonLook('quiet', 'square'), styles['menu'])}
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls="more-links"
        onClick={toggle}
      >
        {isOpen ? <X className={iconLook} aria-hidden="true" /> : <Menu className={iconLook} aria-hidden="true" />}
      </button>
      <div id="more-links" className={isOpen ? classes(styles['more'], styles['open']) : styles['more']}>
        <Link to="/my-cards" aria-current={here(pathname === '/my-cards')} onClick={close}>
          My cards
        </Link>
        {/* The link keeps its place while its address is on its way. */}
        <a href={config.data?.donationUrl} target="_blank" rel="noopener" onClick={close}>
          Donate
          <ArrowUpRight className={iconLook} aria-hidden="true" />
          <span className={textStyles['unseen']}>(opens in a new tab)</span>
        </a>
        {email === null ? null : (
          <Link to="/account" aria-current={here(pathname === '/account')} onClick={close}>
            Account
          </Link>
        )}
        <SignIn onUsed={close} />
      </div>
    </nav>
  )
}

/** A disclosure menu: closed by Escape, which focuses its button again, and by a press or focus outside of it. */
function useMenu(root: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)

  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false)
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      root.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [isOpen, root])

  return { isOpen, close, toggle: () => setIsOpen((before) => !before) }
}
