import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { LABELS } from '#shared/domain/messages.ts'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { getSummary } from '#web/screens/privacy/policy.ts'
import { buttonLook } from '#web/ui/button.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import styles from './privacy-modal.module.css'

export default function PrivacyModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { api } = usePlatform()
  const config = useQuery(configQuery(api))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={LABELS.privacy}
      kind="dialog"
      footer={
        <>
          <Link className={buttonLook()} to="/privacy-policy" onClick={onClose}>
            Read the privacy policy
          </Link>
          <button type="button" className={buttonLook()} onClick={onClose}>
            Close
          </button>
        </>
      }
    >
      <dl className={styles['promise']}>
        {getSummary(config.data).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className={textStyles['mute']}>{text}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
