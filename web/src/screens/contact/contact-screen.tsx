import { Page } from '#web/ui/page.tsx'

export default function ContactScreen() {
  return (
    <Page title="Contact" className="wrap">
      <h1 className="h1" tabIndex={-1}>
        Contact
      </h1>
    </Page>
  )
}
