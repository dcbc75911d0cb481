import '#web/styles/policy.css'
import { Link } from 'react-router-dom'
import { CONTACT_RETENTION_YEARS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { Sheet } from '#web/ui/sheet.tsx'

const LINES = [
  ['Your photo', 'Not saved: used once to draw your card, then deleted.'],
  ['Location', 'Removed before the photo leaves your device.'],
  ['Your card', 'Only you see it until you share it or save it.'],
  ['The Hall', 'Anyone can see, share and vote on a saved card.'],
  ['Messages', `Kept for up to ${CONTACT_RETENTION_YEARS} years, then deleted.`],
  ['Tracking', 'None. One cookie ties your cards and votes to this browser.'],
] as const

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
        {LINES.map(([term, line]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="mute">{line}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
