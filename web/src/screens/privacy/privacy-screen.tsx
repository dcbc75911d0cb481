import '#web/styles/policy.css'
import { Link } from 'react-router-dom'
import { LABELS } from '#shared/domain/messages.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Page } from '#web/ui/page.tsx'
import { POLICY } from './policy.ts'

export default function PrivacyScreen() {
  return (
    <Page title="Privacy policy" className="policy">
      <h1 className="h1" tabIndex={-1}>
        Privacy policy
      </h1>
      <p className="lead">
        Your photo is not saved. It is used once to draw your card, and it is deleted as soon as the card is made or has
        failed. Here is everything we keep, why, for how long, and who sees it.
      </p>
      <HashRule />
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Why</th>
            <th scope="col">How long</th>
            <th scope="col">Who sees it</th>
          </tr>
        </thead>
        <tbody>
          {POLICY.map(({ what, why, howLong, who }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td data-label="Why">{why}</td>
              <td data-label="How long">{howLong}</td>
              <td data-label="Who sees it">{who}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mute">
        Copies of a deleted card's picture may stay in a browser that has already shown it. This site itself serves none
        later than five minutes after a deletion.
      </p>
      <p className="mute">
        To have a card or a message removed, or to report a person shown without consent, write to us:{' '}
        <Link to="/contact">{LABELS.contactUs}</Link>.
      </p>
    </Page>
  )
}
