import '#web/styles/policy.css'
import { useQuery } from '@tanstack/react-query'
import { LABELS } from '#shared/domain/messages.ts'
import { summaryFor } from '#web/screens/privacy/policy.ts'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { Link } from '#web/ui/link.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

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
          <Link className="btn" to="/privacy-policy" onClick={onClose}>
            Read the privacy policy
          </Link>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
        </>
      }
    >
      <dl className="promise">
        {summaryFor(config.data).map(({ term, says }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="mute">{says}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
