import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { CONTACT_RETENTION_YEARS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-screen.module.css'

export default function ContactScreen() {
  return (
    <Page title={LABELS.contactUs} className={styles['page']}>
      <div>
        <h1 className={textStyles['title']} tabIndex={-1}>
          {LABELS.contactUs}
        </h1>
        <p className={styles['lead']}>Questions, problems with a card, or a nickname too good to keep to yourself?</p>
        <HallLink />
      </div>
      <div>
        <ContactForm />
        <p className={classes(textStyles['small'], textStyles['mute'], styles['note'])}>
          We keep messages for up to {CONTACT_RETENTION_YEARS} years, then delete them.
        </p>
      </div>
    </Page>
  )
}

const FAN_CARDS = 3

/** A link to the Hall of Fame, with a fan of three cards once they have loaded. */
function HallLink() {
  const { api } = usePlatform()
  const { data: cards = [] } = useQuery(cardsQuery(api, 'strip'))
  return (
    <Link className={styles['fan']} to="/hall-of-fame">
      {cards.length >= FAN_CARDS ? (
        <>
          <span className={styles['cards']} aria-hidden="true">
            {cards.slice(0, FAN_CARDS).map((card) => (
              <CardPicture
                key={card.id}
                className={styles['picture']}
                card={card}
                sizes="(min-width: 900px) 132px, 58px"
                early
                decorative
              />
            ))}
          </span>
        </>
      ) : null}
      <span>Hall of Fame</span>
    </Link>
  )
}
