import '#web/styles/contact.css'
import { CONTACT_RETENTION_YEARS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { Page } from '#web/ui/page.tsx'
import { ContactForm } from './contact-form.tsx'
import { HallLink } from './hall-link.tsx'

export default function ContactScreen() {
  return (
    <Page title={LABELS.contactUs} className="ct">
      <div>
        <h1 className="h1" tabIndex={-1}>
          {LABELS.contactUs}
        </h1>
        <p className="lead">A question, a card that should not be up, or a nickname too good to keep to yourself.</p>
        <HallLink />
      </div>
      <div>
        <ContactForm />
        <p className="small mute ct-note">Messages are kept for up to {CONTACT_RETENTION_YEARS} years, then deleted.</p>
      </div>
    </Page>
  )
}
