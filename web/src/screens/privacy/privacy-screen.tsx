import '#web/styles/policy.css'
import { useQuery } from '@tanstack/react-query'
import type { ValueSlot } from '#shared/contracts/first-paint.ts'
import { sayPhotoUse } from '#shared/domain/photo-words.ts'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { SlotText } from '#web/lib/slots.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { CHANGED_ON, DELETION, REPORTING, rowsFor } from './policy.ts'

export default function PrivacyScreen() {
  const { api } = usePlatform()
  const config = useQuery(configQuery(api))
  const drawer = config.data
  return (
    <Page title="Privacy policy" className="policy">
      <h1 className="h1" tabIndex={-1}>
        Privacy policy
      </h1>
      <p className="lead">
        Your photo is not saved.{' '}
        {drawer ? (
          <>
            <SlotText slot="photoUse">{sayPhotoUse(drawer.imageService, drawer.backendHost)}</SlotText>{' '}
          </>
        ) : null}
        Here is everything we keep, why, for how long, and who sees it.
      </p>
      <p className="small mute">
        Last changed{' '}
        <time dateTime={CHANGED_ON}>
          {new Date(CHANGED_ON).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}
        </time>
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
          {rowsFor(drawer).map(({ what, why, howLong, who }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td data-label="Why">{why.says}</td>
              <td data-label="How long">
                <Said {...howLong} />
              </td>
              <td data-label="Who sees it">
                <Said {...who} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <section aria-labelledby="delete">
        <h2 className="h2" id="delete">
          Delete your cards
        </h2>
        <Points sentences={DELETION} />
        <p className="tools">
          <Link className="btn" to="/my-cards">
            See and delete my cards
          </Link>
          <Link className="btn" to="/account">
            See and delete my account
          </Link>
          <Link className="btn" to="/contact?topic=delete">
            Ask us to delete data
          </Link>
        </p>
      </section>
      <section aria-labelledby="report">
        <h2 className="h2" id="report">
          Shown without consent?
        </h2>
        <p>Press Report on the card itself; nobody has to sign in. Or write to us and name the card.</p>
        <Points sentences={REPORTING} />
        <p className="tools">
          <Link className="btn" to="/contact?topic=report">
            Report a card
          </Link>
          <Link className="btn" to="/contact?topic=rights">
            Rights or impersonation
          </Link>
        </p>
      </section>
    </Page>
  )
}

/** The sentences that depend on the configuration, which the build does not know. */
const CONFIGURED: Readonly<Record<string, ValueSlot>> = { 'photo.howLong': 'photoEnd', 'photo.who': 'photoReader' }

function Said({ id, says }: { id: string; says: string }) {
  const slot = CONFIGURED[id]
  return slot === undefined ? says : <SlotText slot={slot}>{says}</SlotText>
}

const Points = ({ sentences }: { sentences: readonly { id: string; says: string }[] }) => (
  <ul className="points">
    {sentences.map(({ id, says }) => (
      <li key={id}>{says}</li>
    ))}
  </ul>
)
