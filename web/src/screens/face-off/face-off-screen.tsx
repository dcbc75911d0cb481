import { ArrowLeft, ArrowRight, CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { FaceOff, FaceOffPair, FaceOffPick } from '#shared/contracts/face-off.ts'
import { type Card, displayName } from '#shared/domain/card.ts'
import { cardLine } from '#shared/domain/describe-card.ts'
import { FACE_OFF_PAIRS_PER_DAY } from '#shared/domain/face-off.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { timeUntil } from '#shared/time.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { type Picked, useFaceOff } from '#web/data/face-off.ts'
import { useHydrated } from '#web/hooks/hydrated.ts'
import { usePosted } from '#web/data/posted.ts'
import { getMessage } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { Page } from '#web/ui/page.tsx'
import skeletonStyles from '#web/ui/skeleton.module.css'
import textStyles from '#web/ui/text.module.css'
import styles from './face-off-screen.module.css'

type Side = FaceOffPick['winner']

const SIZES = '(min-width: 900px) 360px, 46vw'

/** Shows two public cards. One tap picks the better one and brings the next pair. */
export default function FaceOffScreen() {
  const { data, isPending, isError, refetch, pick } = useFaceOff()
  const { reason = null } = usePosted()
  const picked = pick.data?.picked ?? null
  const fault = pick.error === null ? (picked === null ? reason : null) : getMessage(pick.error)
  const sending = useRef<string | null>(null)

  /** Ignores a second press on the same pair. The ref changes at once, while `pick.isPending` waits for a render. */
  function pickOnce(pair: FaceOffPair, winner: Side) {
    if (sending.current === pair.token) return
    sending.current = pair.token
    pick.mutate({ pair, winner }, { onSettled: () => void (sending.current = null) })
  }

  return (
    <Page title="Face-Off" className={styles['page']}>
      <div className={styles['intro']}>
        <h1 className={textStyles['title']} tabIndex={-1}>
          Face-Off
        </h1>
        <p className={textStyles['mute']}>
          Tap the better card. {FACE_OFF_PAIRS_PER_DAY} pairs a day, and votes stay as they are.
        </p>
      </div>
      {isPending ? <Waiting /> : null}
      {isError && !data ? <LoadFailed onRetry={refetch} /> : null}
      {data?.pair ? (
        <Pair
          pair={data.pair}
          isPicking={pick.isPending && pick.variables.pair.token === data.pair.token}
          onPick={pickOnce}
        />
      ) : null}
      {data && !data.pair ? <Over dealt={data} /> : null}
      <div className={styles['below']}>
        <output>{picked === null || fault !== null ? null : <Outcome {...picked} />}</output>
        {fault === null ? null : (
          <p className={fieldStyles['error']} role="alert">
            <CircleAlert className={iconLook} aria-hidden="true" />
            {fault}
          </p>
        )}
        {data?.pair ? (
          <p className={classes(textStyles['small'], textStyles['mute'])}>
            {data.left === 1 ? 'Last pair for today' : `${data.left} pairs left today`}
          </p>
        ) : null}
      </div>
    </Page>
  )
}

/** Skeletons that reserve space for two cards. */
const Waiting = () => (
  <>
    <output className={textStyles['unseen']}>Dealing two cards…</output>
    <div className={styles['pair']} aria-hidden="true">
      <div className={classes(skeletonStyles['skeleton'], skeletonStyles['card'])} />
      <div className={classes(skeletonStyles['skeleton'], skeletonStyles['card'])} />
    </div>
  </>
)

type PairProps = { pair: FaceOffPair; isPicking: boolean; onPick: (pair: FaceOffPair, winner: Side) => void }

/** Both cards as the submit buttons of one form, which also works without JavaScript. */
function Pair({ pair, isPicking, onPick }: PairProps) {
  const form = useRef<HTMLFormElement>(null)
  useArrowKeys((side) => form.current?.requestSubmit(form.current.querySelector<HTMLElement>(`[value="${side}"]`)))
  return (
    <form
      ref={form}
      className={styles['pair']}
      method="post"
      action="/face-off"
      aria-busy={isPicking}
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        const side = submitter?.getAttribute('value')
        if (side === 'left' || side === 'right') onPick(pair, side)
      }}
    >
      <input type="hidden" name="token" value={pair.token} />
      <Choice
        key={pair.left.id}
        card={pair.left}
        side="left"
        icon={<ArrowLeft className={iconLook} aria-hidden="true" />}
      />
      <Choice
        key={pair.right.id}
        card={pair.right}
        side="right"
        icon={<ArrowRight className={iconLook} aria-hidden="true" />}
      />
    </form>
  )
}

function Choice({ card, side, icon }: { card: Card; side: Side; icon: ReactNode }) {
  return (
    <div className={styles['choice']} {...teamAttribute(card.teamColors)}>
      <button className={styles['card']} type="submit" name="winner" value={side} aria-label={`Pick ${cardLine(card)}`}>
        <CardPicture card={card} sizes={SIZES} early decorative />
        <span className={classes(buttonLook('full'), styles['label'])} aria-hidden="true">
          {icon}
          Pick
        </span>
      </button>
      <Link to={`/card/${card.id}`} className={styles['name']} dir="auto">
        {displayName(card.playerName)}
      </Link>
    </div>
  )
}

/** Picks with the left and right arrow keys, except in form fields, dialogs and menus. */
function useArrowKeys(onSide: (side: Side) => void) {
  const latest = useRef(onSide)
  useEffect(() => {
    latest.current = onSide
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const side = ({ ArrowLeft: 'left', ArrowRight: 'right' } as const)[event.key]
      const { target, repeat, altKey, ctrlKey, metaKey, shiftKey } = event
      if (side === undefined || repeat || altKey || ctrlKey || metaKey || shiftKey) return
      if (target instanceof Element && target.closest('input, textarea, select, [role="dialog"], [role="menu"]')) return
      latest.current(side)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The last pick, with the ratings that are certain enough to show. */
function Outcome({ pair, winner, ratings }: Picked) {
  const loser = winner === 'left' ? 'right' : 'left'
  return (
    <>
      You picked <CardName card={pair[winner]} rating={ratings[winner]} /> over{' '}
      <CardName card={pair[loser]} rating={ratings[loser]} />.
    </>
  )
}

const CardName = ({ card, rating }: { card: Card; rating: number | null }) => (
  <>
    <b dir="auto">{displayName(card.playerName)}</b>
    {rating === null ? null : ` (${rating})`}
  </>
)

function Over({ dealt }: { dealt: FaceOff }) {
  const { now } = usePlatform()
  const isHydrated = useHydrated()
  const isDayOver = dealt.left === 0
  // The server's clock differs, so only the browser renders the remaining time.
  const wait = isHydrated ? `in ${timeUntil(Date.parse(dealt.resetsAt) - now())}` : 'tomorrow'
  return (
    <div className={styles['over']}>
      <h2 className={textStyles['heading']}>{isDayOver ? "That's it for today" : 'No pair left'}</h2>
      <p className={textStyles['mute']}>
        {isDayOver ? `New pairs ${wait}.` : "You've seen every pair. New cards bring new ones."}
      </p>
      <Link className={buttonLook('primary')} to="/hall-of-fame">
        {LABELS.gallery}
      </Link>
    </div>
  )
}
