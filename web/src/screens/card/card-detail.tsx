import { useQueryClient } from '@tanstack/react-query'
import { Repeat2, Settings2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { CardPage } from '#shared/contracts/cards.ts'
import { displayName } from '#shared/domain/card.ts'
import { REPORT_DECISION_HOURS } from '#shared/domain/limits.ts'
import { explainMaking } from '#shared/domain/making.ts'
import { LABELS, WAITING } from '#shared/domain/messages.ts'
import { overallOf } from '#shared/domain/stats.ts'
import { FlipButton, FlipCard } from '#web/card/flip-card.tsx'
import { OwnerTools } from '#web/card/owner/owner-tools.tsx'
import { PhoneTiltButton } from '#web/card/phone-tilt-button.tsx'
import { ReportLink } from '#web/card/report-link.tsx'
import { Stage } from '#web/card/stage.tsx'
import { Overall, Score, StatRows } from '#web/card/stat-rows.tsx'
import { inTeam } from '#web/card/team-scope.ts'
import { TiltSwitch, useTilt } from '#web/card/tilt-switch.tsx'
import { VisibilityTag } from '#web/card/visibility-tag.tsx'
import { forgetCard } from '#web/data/cards.ts'
import { fromPath, remixPath } from '#web/data/remix.ts'
import { classes } from '#web/ui/classes.ts'
import { ShareActions } from '#web/share/share-actions.tsx'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { iconLook } from '#web/ui/icon.ts'
import medalStyles from '#web/ui/medal.module.css'
import swatchStyles from '#web/ui/swatch.module.css'
import textStyles from '#web/ui/text.module.css'
import { Tally } from './tally.tsx'
import styles from './card-detail.module.css'
import cardPageStyles from './card-page.module.css'

export function CardDetail({ card }: { card: CardPage }) {
  const cache = useQueryClient()
  const owner = useRef<HTMLHeadingElement>(null)
  function toOwner() {
    owner.current?.scrollIntoView()
    owner.current?.focus({ preventScroll: true })
  }
  return (
    <article className={cardPageStyles['page']} {...inTeam(card.teamColors)}>
      <Hero card={card} />
      <div className={cardPageStyles['body']}>
        {card.mine ? (
          // On a phone, what its maker may do stands two screens below.
          <button type="button" className={classes(linkLook, styles['manage'])} onClick={toOwner}>
            <Settings2 className={iconLook} aria-hidden="true" />
            Manage your card
          </button>
        ) : null}
        <CardFacts card={card} />
        {card.hidden ? <HiddenNotice /> : null}
        {card.mine && card.waiting && !card.hidden ? <WaitingNotice /> : null}
        {card.visibility === 'public' && !card.hidden ? <Tally card={card} /> : null}
        {card.stats ? (
          <Score>
            <Overall value={overallOf(card.stats)} tier={card.tier} />
            <StatRows stats={card.stats} />
          </Score>
        ) : (
          <HashRule />
        )}
        {card.hidden ? null : (
          <ShareActions
            card={card}
            place="page"
            mine={card.mine}
            onVisibility={() => void forgetCard(cache, card.id)}
          />
        )}
        {card.mine ? <OwnerPanel card={card} heading={owner} /> : null}
        <div className={styles['doors']}>
          <div>
            <Link className={linkLook} to={remixPath(card.id)}>
              <Repeat2 className={iconLook} aria-hidden="true" />
              Remix this setup
            </Link>
            <Link className={linkLook} to={fromPath(card.id)}>
              Make your own
            </Link>
            {card.mine ? null : <ReportLink card={card} />}
          </div>
        </div>
        <p className={classes(textStyles['small'], textStyles['mute'])}>
          Created <time dateTime={card.createdAt}>{longDate(card.createdAt)}</time>.
          {card.source === null ? null : ` ${explainMaking({ source: card.source, finish: card.finish })}`}
        </p>
      </div>
      {card.mine || card.hidden ? null : <MakeYours card={card} />}
    </article>
  )
}

/** Stays in reach on the whole page: colors, gear and finish of this card, with another face. */
const MakeYours = ({ card }: { card: CardPage }) => (
  <div className={styles['bar']} data-edge="bar">
    <HashRule />
    <div>
      <Link className={buttonLook('primary')} to={remixPath(card.id)}>
        {LABELS.makeLikeThis}
      </Link>
    </div>
  </div>
)

function OwnerPanel({ card, heading }: { card: CardPage; heading: RefObject<HTMLHeadingElement | null> }) {
  const navigate = useNavigate()
  return (
    <section className={styles['owner']} aria-labelledby="owner">
      <h2 className={textStyles['heading']} id="owner" tabIndex={-1} ref={heading}>
        Your card
      </h2>
      <p className={classes(textStyles['small'], textStyles['mute'])}>
        Only you see these: on this device, by the manage link, or signed in to the account that you saved it with.
      </p>
      <OwnerTools card={card} onDeleted={() => void navigate('/my-cards', { replace: true })} />
    </section>
  )
}

/** @example longDate('2024-11-20T10:00:00Z') // 'November 20, 2024' */
const longDate = (iso: string): string => LONG_DATE.format(new Date(iso))
const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** To its maker: why other visitors do not see a card, what happens next, and what can be done. */
const HiddenNotice = () => (
  <section className={styles['notice']} aria-labelledby="hidden">
    <h2 id="hidden">Hidden after reports</h2>
    <p>
      Only you see this card now. We look at every report within {REPORT_DECISION_HOURS} hours; a card that breaks no
      rule comes back by itself, with its votes and its link.
    </p>
    <p>
      Is it the name? Change the nickname below. Are we wrong? <Link to="/contact">Write to us</Link>.
    </p>
  </section>
)

/** To its maker: why a card that was saved is not in the Hall yet. */
const WaitingNotice = () => (
  <section className={styles['notice']} aria-labelledby="waiting">
    <h2 id="waiting">{WAITING.title}</h2>
    <p>{WAITING.why}</p>
  </section>
)

/** The card in the light, with what turns it: a flip to its back, and a switch that stops the motion. */
function Hero({ card }: { card: CardPage }) {
  const [isBack, setIsBack] = useState(false)
  const tilt = useTilt()
  const flip = () => setIsBack(!isBack)
  return (
    <div className={cardPageStyles['left']}>
      <Stage className={cardPageStyles['stage']} team={card.teamColors} still={!tilt.isOn} deep>
        <FlipCard card={card} isBack={isBack} onFlip={flip} />
      </Stage>
      <div className={cardPageStyles['turns']}>
        <FlipButton isBack={isBack} onFlip={flip} />
        <TiltSwitch tilt={tilt} />
      </div>
      {tilt.isOn ? <PhoneTiltButton /> : null}
    </div>
  )
}

const MEDALS = [
  ['1st', styles['gold']],
  ['2nd', styles['silver']],
  ['3rd', styles['bronze']],
] as const

/** The card's player, colors, visibility and rank. */
function CardFacts({ card }: { card: CardPage }) {
  const { playerName, jerseyNumber, teamColors, rank, rankOfWeek, visibility, hidden } = card
  const medal = rank === null ? undefined : MEDALS[rank - 1]
  const ranks = [rank && `#${rank} of all time`, rankOfWeek && `#${rankOfWeek} this week`].filter(Boolean)
  return (
    <header>
      <h1 className={styles['name']} tabIndex={-1} dir="auto">
        {displayName(playerName)}
      </h1>
      <p className={styles['facts']}>
        {jerseyNumber ? <span>No. {jerseyNumber}</span> : null}
        <span>
          <span className={classes(swatchStyles['swatch'], styles['swatch'])} aria-hidden="true" />
          {teamColors}
        </span>
        {medal ? <span className={classes(medalStyles['medal'], styles['medal'], medal[1])}>{medal[0]}</span> : null}
        {visibility === 'public' && !hidden ? null : <VisibilityTag visibility={visibility} hidden={hidden} />}
      </p>
      {ranks.length > 0 ? <p className={styles['ranks']}>{ranks.join(', ')}</p> : null}
    </header>
  )
}
