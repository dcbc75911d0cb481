import type { ReactNode } from 'react'
import { describeExample, type ExampleCard, sortExamples, getExampleTier } from '#shared/domain/examples.ts'
import { HALL_WORDS } from '#shared/domain/hall-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { ExamplePicture } from '#web/card/example-picture.tsx'
import styles from './example-cards.module.css'

const SIZES = '(min-width: 900px) 17vw, (min-width: 600px) 29vw, 45vw'

type WithExamplesProps = {
  /** The team that the Hall is filtered by, whose example comes first. */
  team: Team | null
  /** The message that there are no cards. */
  children: ReactNode
}

/**
 * The message of an empty Hall, beside three sample cards. Each is marked as an example on the picture and in its alt
 * text. They have no page, no votes and no rank, and no list or count includes them.
 */
export const WithExamples = ({ team, children }: WithExamplesProps) => (
  <div className={styles['beside']}>
    {children}
    <Examples team={team} />
  </div>
)

const Examples = ({ team }: { team: Team | null }) => (
  <section className={styles['examples']} aria-labelledby="examples">
    <h3 className={styles['title']} id="examples">
      {HALL_WORDS.examples}
    </h3>
    <ul className={styles['cards']}>
      {sortExamples(team?.name ?? null).map((card) => (
        <Example key={card.id} card={card} />
      ))}
      <li className={styles['note']}>
        <p>{HALL_WORDS.examplesNote}</p>
      </li>
    </ul>
  </section>
)

const Example = ({ card }: { card: ExampleCard }) => (
  <li>
    <div className={styles['card']}>
      <ExamplePicture card={{ ...card, id: card.id }} sizes={SIZES} alt={describeExample(card)} />
      <span className={styles['mark']} aria-hidden="true">
        {LABELS.example}
      </span>
    </div>
    <p className={styles['words']} aria-hidden="true">
      <b>{card.playerName}</b>
      <span>{card.teamColors}</span>
      <span>{getExampleTier(card)}</span>
    </p>
  </li>
)
