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

/** The site's links. The visitor's own pages are in a menu. */
export function Nav() {
  const platform = usePlatform()
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const id = matchPath('/card/:id', pathname)?.params.id
  const card = useQuery({ ...cardQuery(platform, id ?? ''), enabled: false })
  // The gallery is current only if the card exists. After an in-app navigation, that is assumed until the card loads.
  const hasCard = card.isPending ? navigation === 'PUSH' : card.data && !isMissing(card.error)
  const inGallery = pathname === '/hall-of-fame' || Boolean(id && hasCard)

  return (
    <nav className={styles['nav']} aria-label="Main">
      <Link to="/" aria-current={ariaCurrent(pathname === '/')}>
        {LABELS.generator}
      </Link>
      <Link to="/hall-of-fame" aria-current={ariaCurrent(inGallery)}>
        {LABELS.gallery}
      </Link>
      <Donate className={styles['wide']} />
      <OwnMenu pathname={pathname} />
    </nav>
  )
}

const ariaCurrent = (isCurrent: boolean) => (isCurrent ? 'page' : undefined)

const closeMenu = (menu: HTMLDetailsElement | null) => menu?.removeAttribute('open')

/** A menu that opens without JavaScript. With it, Escape, a press or focus outside, and each link close it. */
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
        <Link to="/my-cards" aria-current={ariaCurrent(pathname === '/my-cards')} onClick={close}>
          My cards
        </Link>
        <Donate className={styles['narrow']} onClick={close} />
        {email === null ? null : (
          <Link to="/account" aria-current={ariaCurrent(pathname === '/account')} onClick={close}>
            Account
          </Link>
        )}
        <SignIn onUsed={close} />
      </div>
    </details>
  )
}

/** The external donation link. It takes up space while its URL loads. */
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
