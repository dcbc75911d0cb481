import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from '#web/ui/link.tsx'

/** What a message's sender reads next. It takes the focus from the button, which cannot be pressed for a while. */
export function Sent() {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div className="sent" tabIndex={-1} ref={panel}>
      <h2 className="h2">
        <Check className="i" aria-hidden="true" />
        Message sent
      </h2>
      <p>We answer at the address you gave.</p>
      <Link className="link" to="/hall-of-fame">
        See the Hall of Fame
      </Link>
    </div>
  )
}
