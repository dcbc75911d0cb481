import '#web/styles/policy.css'
import { LABELS } from '#shared/domain/messages.ts'
import { SUMMARY } from '#web/screens/privacy/policy.ts'
import { Link } from '#web/ui/link.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

export default function PrivacyModal({ open, onClose }: { open: boolean; onClose: () => void }) {
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
        {SUMMARY.map(({ term, says }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="mute">{says}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
