import { useState } from 'react'
import { Link } from 'react-router-dom'
import { IMPRINT, LABELS } from '#shared/domain/messages.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
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
          <Link to="/league">Leagues</Link>
          <Link to="/rules">Rules</Link>
          <Link to="/contact">{LABELS.contactUs}</Link>
          {/* Opens the short version if JavaScript is available. */}
          <a
            id="privacy-lines"
            href="/privacy-policy"
            onClick={(event) => {
              event.preventDefault()
              setModal(true)
            }}
            onPointerEnter={fetchEarly(loadPrivacyModal)}
          >
            {LABELS.privacy}
          </a>
        </nav>
        <p>{IMPRINT}</p>
      </div>
      <PrivacyModal open={modal} onClose={() => setModal(false)} />
    </footer>
  )
}
