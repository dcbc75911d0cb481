import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useOnline } from '#web/lib/online.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Mark } from '#web/ui/mark.tsx'
import styles from './header.module.css'

/** The top of a page. @param children the menu */
export function Header({ children }: { children?: ReactNode }) {
  return (
    <header className={styles['header']}>
      <div className={styles['inside']}>
        <Link className={styles['brand']} to="/" aria-label="Fantasy Football Cards, home">
          <Mark />
          <span aria-hidden="true">
            <b>Fantasy </b>
            <b>Football </b>
            <b>Cards</b>
          </span>
        </Link>
        {children}
      </div>
      <HashRule />
      <OfflineNotice />
    </header>
  )
}

/** Shows in the sticky header while offline, and is announced by screen readers. */
function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <output className={styles['offline']}>
      {isOnline ? null : (
        <>
          <WifiOff className={iconLook} aria-hidden="true" />
          You're offline.
        </>
      )}
    </output>
  )
}
