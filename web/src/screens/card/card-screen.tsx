import { Page } from '#web/ui/page.tsx'

export default function CardScreen() {
  return (
    <Page title="Card" className="wrap">
      <h1 className="h1" tabIndex={-1}>
        Card
      </h1>
    </Page>
  )
}
