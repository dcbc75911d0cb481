import { Page } from '#web/ui/page.tsx'

export default function GeneratorScreen() {
  return (
    <Page title="Generator" className="wrap">
      <h1 className="h1" tabIndex={-1}>
        Generator
      </h1>
    </Page>
  )
}
