import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, Menu } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, matchPath, useLocation, useNavigationType } from 'react-router-dom'
import { LABELS } from '#shared/domain/messages.ts'
import { cardQuery } from '#web/data/cards.ts'
import { configQuery } from '#web/data/config.ts'
import { isMissing } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useEmail } from '#web/hooks/use-email.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { SignIn } from './sign-in.tsx'
import styles from './nav.module.css'

/** The site's links. Those of a visitor's own wait in a menu. */
export function Nav() {
  const platform = usePlatform()
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const id = matchPath('/card/:id', pathname)?.params.id
  const card = useQuery({ ...cardQuery(platform, id ?? ''), enabled: false })
  // A card that is not shown is in no gallery; one that was followed to is taken to be there until it has come.
  const hasCard = card.isPending ? navigation === 'PUSH' : card.data && !isMissing(card.error)
  const inGallery = pathname === '/hall-of-fame' || Boolean(id && hasCard)

  return (
    <nav className={styles['nav']} aria-label="Main">
      <Link to="/" aria-current={here(pathname === '/')}>
        {LABELS.generator}
      </Link>
      <Link to="/hall-of-fame" aria-current={here(inGallery)}>
        {LABELS.gallery}
      </Link>
      <Donate className={styles['wide']} />
      <OwnMenu pathname={pathname} />
    </nav>
  )
}

const here = (isHere: boolean) => (isHere ? 'page' : undefined)

const closeMenu = (menu: HTMLDetailsElement | null) => menu?.removeAttribute('open')

/** A menu that opens without scripts. With them, Escape, a press or focus outside, and each of its links close it. */
function OwnMenu({ pathname }: { pathname: string }) {
  const email = useEmail()
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => closeMenu(menu.current)

  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) closeMenu(menu.current)
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return
      closeMenu(menu.current)
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [])

  return (
    // The visitor may have opened it before hydration.
    <details className={styles['menu']} ref={menu} suppressHydrationWarning>
      <summary className={buttonLook('quiet', 'square')} aria-label="Menu">
        <Menu className={iconLook} aria-hidden="true" />
      </summary>
      <div className={styles['links']}>
        <Link to="/my-cards" aria-current={here(pathname === '/my-cards')} onClick={close}>
          My cards
        </Link>
        <Donate className={styles['narrow']} onClick={close} />
        {email === null ? null : (
          <Link to="/account" aria-current={here(pathname === '/account')} onClick={close}>
            Account
          </Link>
        )}
        <SignIn onUsed={close} />
      </div>
    </details>
  )
}

/** The external donation link. It keeps its place while its address is on its way. */
function Donate({ className, onClick }: { className: string | undefined; onClick?: () => void }) {
  const { api } = usePlatform()
  const config = useQuery(configQuery(api))
  return (
    <a className={className} href={config.data?.donationUrl} target="_blank" rel="noopener" onClick={onClick}>
      Donate
      <ArrowUpRight className={iconLook} aria-hidden="true" />
      <span className={textStyles['unseen']}>(opens in a new tab)</span>
    </a>
  )
}
