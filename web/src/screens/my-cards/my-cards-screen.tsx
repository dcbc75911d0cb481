import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import type { OwnCard } from '#shared/contracts/cards.ts'
import { displayName } from '#shared/domain/card.ts'
import { DRAFT_END, WAITING } from '#shared/domain/card-words.ts'
import { cardLine } from '#shared/domain/describe-card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { WITHOUT_SCRIPTS_WORDS } from '#shared/domain/without-scripts-words.ts'
import { DRAFT_RETENTION_DAYS } from '#shared/domain/limits.ts'
import { DAY_MS } from '#shared/time.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { TileLink } from '#web/card/card-tile.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { EditLink } from '#web/card/owner/edit-link.tsx'
import { OwnerTools } from '#web/card/owner/owner-tools.tsx'
import { VisibilityTag } from '#web/card/visibility-tag.tsx'
import { ownCardsQuery } from '#web/data/own-card.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useEmail } from '#web/hooks/use-email.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { Empty } from '#web/ui/empty.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { WithoutScripts } from '#web/ui/without-scripts.tsx'
import { KeepWithAccount } from './keep-with-account.tsx'
import styles from './my-cards-screen.module.css'

/** The visitor's own cards, including drafts, with their tools. */
export default function MyCardsScreen() {
  const platform = usePlatform()
  const email = useEmail()
  const { data: cards = [], isPending, isError, refetch } = useQuery(ownCardsQuery(platform, email))
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus, because the focused button is gone with its row.
  const focusHeading = () => requestAnimationFrame(() => heading.current?.focus())

  return (
    <Page title="My cards" className={classes(textStyles['wrap'], styles['page'])}>
      <h1 className={textStyles['title']} tabIndex={-1} ref={heading}>
        My cards
      </h1>
      <p className={textStyles['mute']}>
        {email === null ? 'Cards you made in this browser.' : `Cards you made in this browser, or saved as ${email}.`}{' '}
        We keep drafts for {DRAFT_RETENTION_DAYS} days.
      </p>
      {email === null ? null : <KeepWithAccount cards={cards} onKeep={focusHeading} />}
      <WithoutScripts>{WITHOUT_SCRIPTS_WORDS.owning}</WithoutScripts>
      {isPending ? (
        <output className={classes(textStyles['mute'], styles['loading'])} data-scripted>
          Loading your cards...
        </output>
      ) : null}
      {isError ? <LoadFailed onRetry={refetch} /> : null}
      {!isPending && !isError && cards.length === 0 ? (
        <Empty title={LABELS.noCards}>
          <Link className={buttonLook('primary')} to="/">
            Make your first card
          </Link>
        </Empty>
      ) : null}
      {cards.length > 0 ? (
        <Link className={classes(buttonLook('primary'), styles['another'])} to="/">
          {LABELS.makeAnother}
        </Link>
      ) : null}
      {cards.length > 0 ? (
        <ul className={styles['list']}>
          {cards.map((card) => (
            <OwnRow key={card.id} card={card} onDeleted={focusHeading} />
          ))}
        </ul>
      ) : null}
    </Page>
  )
}

/** Fewer days than this are shown in a warning color. */
const SOON_DAYS = 7

/** Says when a draft expires and how to keep it. Shown on each draft, because a note above the list is easily missed. */
function DraftEnd({ card }: { card: OwnCard }) {
  const { now } = usePlatform()
  const days = Math.ceil((Date.parse(card.createdAt) - now()) / DAY_MS + DRAFT_RETENTION_DAYS)
  return (
    <p className={days < SOON_DAYS ? styles['soon'] : classes(textStyles['small'], textStyles['mute'])}>
      {DRAFT_END(days)}
    </p>
  )
}

function OwnRow({ card, onDeleted }: { card: OwnCard; onDeleted: () => void }) {
  const name = displayName(card.playerName)
  const votes = card.votes === 1 ? '1 vote' : `${card.votes} votes`
  return (
    <li>
      <TileLink card={card} label={`Open ${cardLine(card)}`}>
        <CardPicture card={card} sizes="132px" decorative />
      </TileLink>
      <div className={styles['about']}>
        <h2 className={textStyles['heading']} dir="auto">
          <Link className={styles['name']} to={`/card/${card.id}`}>
            {name}
          </Link>
        </h2>
        <VisibilityTag visibility={card.visibility} hidden={card.hidden} waiting={card.waiting} />
        {card.visibility === 'draft' && !card.hidden ? <DraftEnd card={card} /> : null}
        {card.visibility === 'public' || card.hidden || card.waiting ? null : (
          <Link className={linkLook} to={`/card/${card.id}#save`}>
            {card.visibility === 'draft' ? 'Save or share it' : LABELS.saveToHall}
          </Link>
        )}
        {card.waiting && !card.hidden ? <p className={textStyles['small']}>{WAITING.why}</p> : null}
        <EditLink card={card} />
        <p className={classes(textStyles['small'], textStyles['mute'])}>
          {card.visibility === 'public' ? `${card.teamColors}, ${votes}` : card.teamColors}
          <br />
          Made <time dateTime={card.createdAt}>{shortTime(card.createdAt)}</time>
        </p>
      </div>
      <details className={styles['manage']}>
        <summary className={buttonLook('quiet')}>
          <Ellipsis className={iconLook} aria-hidden="true" />
          Manage<span className={textStyles['unseen']}> {name}</span>
        </summary>
        <OwnerTools card={card} onDeleted={onDeleted} />
      </details>
    </li>
  )
}

/** @example shortTime('2024-11-20T10:00:00Z') // 'Nov 20, 2024, 10:00 AM', where clocks show universal time */
const shortTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
