import { useQuery } from '@tanstack/react-query'
import { cardsQuery } from '#web/data/cards.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import textStyles from '#web/ui/text.module.css'
import { CardTile } from './card-tile.tsx'
import styles from './other-cards.module.css'

const CARDS = 3

/** The Hall's newest cards, for pages without cards of their own. */
export function OtherCards() {
  const { api } = usePlatform()
  const { data: cards = [] } = useQuery(cardsQuery(api, 'strip'))
  return cards.length === 0 ? null : (
    <section className={styles['others']} aria-labelledby="other-cards">
      <h2 className={textStyles['heading']} id="other-cards">
        New in the Hall
      </h2>
      <ul className={styles['cards']}>
        {cards.slice(0, CARDS).map((card) => (
          <li key={card.id}>
            <CardTile card={card} sizes="(min-width: 600px) 200px, 30vw" />
          </li>
        ))}
      </ul>
    </section>
  )
}
