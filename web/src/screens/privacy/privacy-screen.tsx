import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { describePhotoUse } from '#shared/domain/photo-words.ts'
import { configQuery } from '#web/data/config.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { CHANGED_ON, DELETION, REPORTING, rowsFor } from './policy.ts'
import styles from './privacy-screen.module.css'

export default function PrivacyScreen() {
  const { api } = usePlatform()
  const config = useQuery(configQuery(api))
  const drawer = config.data
  return (
    <Page title="Privacy policy" className={styles['policy']}>
      <h1 className={textStyles['title']} tabIndex={-1}>
        Privacy policy
      </h1>
      <p className={styles['lead']}>
        Your photo is not saved. {drawer ? <>{describePhotoUse(drawer.imageService, drawer.backendHost)} </> : null}
        Here is everything we keep, why, for how long, and who sees it.
      </p>
      <p className={classes(textStyles['small'], textStyles['mute'])}>
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
              <td data-label="Why">{why.text}</td>
              <td data-label="How long">{howLong.text}</td>
              <td data-label="Who sees it">{who.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <section aria-labelledby="delete">
        <h2 className={textStyles['heading']} id="delete">
          Delete your cards
        </h2>
        <Points sentences={DELETION} />
        <p className={styles['tools']}>
          <Link className={buttonLook()} to="/my-cards">
            See and delete my cards
          </Link>
          <Link className={buttonLook()} to="/account">
            See and delete my account
          </Link>
          <Link className={buttonLook()} to="/contact?topic=delete">
            Ask us to delete data
          </Link>
        </p>
      </section>
      <section aria-labelledby="report">
        <h2 className={textStyles['heading']} id="report">
          Are you in a card you didn't agree to?
        </h2>
        <p>Use Report on the card itself. You don't have to sign in. Or contact us and tell us which card.</p>
        <Points sentences={REPORTING} />
        <p className={styles['tools']}>
          <Link className={buttonLook()} to="/contact?topic=report">
            Report a card
          </Link>
          <Link className={buttonLook()} to="/contact?topic=rights">
            Rights or impersonation
          </Link>
        </p>
      </section>
    </Page>
  )
}

const Points = ({ sentences }: { sentences: readonly { id: string; text: string }[] }) => (
  <ul className={styles['points']}>
    {sentences.map(({ id, text }) => (
      <li key={id}>{text}</li>
    ))}
  </ul>
)
