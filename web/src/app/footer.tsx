import { useState } from 'react'
import { IMPRINT, LABELS } from '#shared/domain/messages.ts'
import { useIsFirst } from '#web/lib/slots.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import { Link } from '#web/ui/link.tsx'
import styles from './footer.module.css'

const loadPrivacyModal = () => import('./privacy-modal.tsx')
const PrivacyModal = lateSheet(loadPrivacyModal)

export function Footer() {
  const [modal, setModal] = useState(false)

  return (
    <footer className={styles['footer']}>
      <HashRule />
      <div className={styles['inside']}>
        <nav aria-label="Footer">
          <Link to="/my-cards">My cards</Link>
          <a href="/rules">Rules</a>
          <Link to="/contact">{LABELS.contactUs}</Link>
          {useIsFirst() ? (
            <a id="privacy-lines" href="/privacy-policy">
              {LABELS.privacy}
            </a>
          ) : (
            <button
              id="privacy-lines"
              type="button"
              aria-haspopup="dialog"
              onClick={() => setModal(true)}
              onPointerEnter={fetchEarly(loadPrivacyModal)}
            >
              {LABELS.privacy}
            </button>
          )}
        </nav>
        <p>{IMPRINT}</p>
      </div>
      <PrivacyModal open={modal} onClose={() => setModal(false)} />
    </footer>
  )
}
