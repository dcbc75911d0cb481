import type { AuthHandOverView } from '#shared/contracts/auth-view.ts'
import { buttonLook } from '#web/ui/button.ts'
import { SplitPage } from '#web/ui/split-page.tsx'

/** The last page of a popup sign-in: `public/hand-over.js` posts the result to the opener. */
export const HandOver = ({ outcome, continueUrl, nonce }: AuthHandOverView) => (
  <>
    <title>Signing in</title>
    <SplitPage heading="One moment">
      <p>This window closes automatically. If it doesn't, close it and go back to the page you came from.</p>
      <noscript>
        <a className={buttonLook('primary')} href={continueUrl}>
          Continue
        </a>
      </noscript>
    </SplitPage>
    <script type="application/json" id="outcome">
      {outcome}
    </script>
    <script nonce={nonce} src="/hand-over.js" />
  </>
)
