import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { CardPage } from '#shared/contracts/cards.ts'
import { REPORT_DECISION_HOURS } from '#shared/domain/limits.ts'
import { explainProvenance, WAITING } from '#shared/domain/card-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { getOverall } from '#shared/domain/stats.ts'
import { FlipButton, FlipCard } from '#web/card/flip-card.tsx'
import { EditLink } from '#web/card/owner/edit-link.tsx'
import { OwnerTools } from '#web/card/owner/owner-tools.tsx'
import { ReportLink } from '#web/card/report-link.tsx'
import { Stage } from '#web/card/stage.tsx'
import { Overall, Score, StatRows } from '#web/card/stat-rows.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { TiltSwitch, useTilt } from '#web/card/tilt-switch.tsx'
import { invalidateCard } from '#web/data/cards.ts'
import { remixPath } from '#web/data/remix.ts'
import { wantsStillness } from '#web/hooks/motion.ts'
import { classes } from '#web/ui/classes.ts'
import { ShareActions } from '#web/share/share-actions.tsx'
import { linkLook } from '#web/ui/button.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import textStyles from '#web/ui/text.module.css'
import { Scoreboard } from './scoreboard.tsx'
import { NextStepBar, useNextStep } from './next-step.tsx'
import styles from './card-detail.module.css'
import cardPageStyles from './card-page.module.css'

export function CardDetail({ card }: { card: CardPage }) {
  const cache = useQueryClient()
  const step = useNextStep(card)
  const owner = useRef<HTMLHeadingElement>(null)
  function toOwner() {
    owner.current?.scrollIntoView({ behavior: wantsStillness() ? 'instant' : 'smooth' })
    owner.current?.focus({ preventScroll: true })
  }
  return (
    <article
      className={classes(cardPageStyles['page'], card.tier === 'Legend' && styles['legend'])}
      {...teamAttribute(card.teamColors)}
    >
      <Hero card={card} />
      <Scoreboard card={card} onManage={toOwner} />
      {step === null ? null : <NextStepBar card={card} step={step} />}
      <div className={cardPageStyles['body']}>
        {card.hidden ? <HiddenNotice /> : null}
        {card.mine && card.waiting && !card.hidden ? <WaitingNotice /> : null}
        {card.stats ? (
          <Score>
            <Overall value={getOverall(card.stats)} tier={card.tier} />
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
            onVisibility={() => void invalidateCard(cache, card.id)}
          />
        )}
        {card.mine ? <OwnerPanel card={card} heading={owner} /> : null}
        <div className={styles['foot']}>
          <p className={classes(textStyles['small'], textStyles['mute'])}>
            Created <time dateTime={card.createdAt}>{longDate(card.createdAt)}</time>.
            {card.source === null ? null : ` ${explainProvenance({ source: card.source, finish: card.finish })}`}
          </p>
          {card.mine ? null : (
            <div className={styles['links']}>
              {/* A visitor may skip the vote. After it, the bar has this link. */}
              {step === 'vote' ? (
                <Link className={linkLook} to={remixPath(card.id)}>
                  {LABELS.makeYours}
                </Link>
              ) : null}
              <ReportLink card={card} />
            </div>
          )}
        </div>
      </div>
    </article>
  )
}

function OwnerPanel({ card, heading }: { card: CardPage; heading: RefObject<HTMLHeadingElement | null> }) {
  const navigate = useNavigate()
  return (
    <section className={styles['owner']} aria-labelledby="owner">
      <h2 className={textStyles['heading']} id="owner" tabIndex={-1} ref={heading}>
        Your card
      </h2>
      <p className={classes(textStyles['small'], textStyles['mute'])}>Only you can see these tools.</p>
      <EditLink card={card} />
      <OwnerTools card={card} onDeleted={() => void navigate('/my-cards', { replace: true })} />
    </section>
  )
}

/** @example longDate('2024-11-20T10:00:00Z') // 'November 20, 2024' */
const longDate = (iso: string): string => LONG_DATE.format(new Date(iso))
const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Tells the maker why others cannot see the card, what happens next, and what to do. */
const HiddenNotice = () => (
  <section className={styles['notice']} aria-labelledby="hidden">
    <h2 id="hidden">Hidden after reports</h2>
    <p>
      Right now only you can see this card. We review reports within {REPORT_DECISION_HOURS} hours; if it doesn't break
      the rules, it comes back with its votes and link.
    </p>
    <p>
      If it's the nickname, change it below. Think we got it wrong? <Link to="/contact">Contact us</Link>.
    </p>
  </section>
)

/** Tells the maker why a saved card is not in the Hall yet. */
const WaitingNotice = () => (
  <section className={styles['notice']} aria-labelledby="waiting">
    <h2 id="waiting">{WAITING.title}</h2>
    <p>{WAITING.why}</p>
  </section>
)

/** The card on its stage, with a flip button and a motion switch. */
function Hero({ card }: { card: CardPage }) {
  const [isBack, setIsBack] = useState(false)
  const tilt = useTilt()
  const flip = () => setIsBack(!isBack)
  return (
    <div className={cardPageStyles['left']}>
      <Stage
        className={cardPageStyles['stage']}
        team={card.teamColors}
        still={!tilt.isOn}
        deep
        isLegend={card.tier === 'Legend'}
      >
        <FlipCard card={card} isBack={isBack} onFlip={flip} />
      </Stage>
      <div className={cardPageStyles['turns']}>
        <FlipButton isBack={isBack} onFlip={flip} />
        <TiltSwitch tilt={tilt} />
      </div>
    </div>
  )
}
