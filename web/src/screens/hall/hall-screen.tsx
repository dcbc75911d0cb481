import { Page } from '#web/ui/page.tsx'

export default function HallScreen() {
  return (
    <Page title="Hall" className="wrap">
      <h1 className="h1" tabIndex={-1}>
        Hall
      </h1>
    </Page>
  )
}
