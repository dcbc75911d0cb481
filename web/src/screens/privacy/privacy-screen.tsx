import { Page } from '#web/ui/page.tsx'

export default function PrivacyScreen() {
  return (
    <Page title="Privacy" className="wrap">
      <h1 className="h1" tabIndex={-1}>
        Privacy
      </h1>
    </Page>
  )
}
