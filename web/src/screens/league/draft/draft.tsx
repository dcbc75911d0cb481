import { Copy, ShieldCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { LeagueDraw } from '#shared/contracts/league-draws.ts'
import type { League } from '#shared/contracts/league.ts'
import { leaguePath } from '#shared/domain/league.ts'
import { DRAW_LEAD_MS, DRAW_SEATS_MIN, DRAWS_PER_SEASON, drawPath } from '#shared/domain/league-draw.ts'
import { SECOND_MS } from '#shared/time.ts'
import { useDraw } from '#web/data/league-draws.ts'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { usePosted } from '#web/data/posted.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { getMessage } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { Question } from '../question.tsx'
import { useCopy } from '../use-copy.ts'
import { toOrderText, toPicks, toTeamName } from './draft-order.ts'
import { DrawStage } from './draw-stage.tsx'
import styles from './draft.module.css'

/** The draft lottery. The commissioner prepares and starts it, and all members see each pick at the same time. */
export function Draft({ code, league }: { code: string; league: League }) {
  const { drawReason } = usePosted()
  const heading = useHeadingFocus(league)
  const [latest, ...earlier] = league.draws
  return (
    <section className={styles['draft']} aria-labelledby="draft">
      <h2 className={textStyles['heading']} id="draft" ref={heading} tabIndex={-1}>
        Draft order
      </h2>
      {drawReason === undefined ? null : <p role="alert">{drawReason}</p>}
      {latest === undefined ? (
        <>
          <p className={textStyles['mute']}>
            Shuffle the seats in front of everyone. Cards open one by one, last pick first, on every screen at the same
            moment.
          </p>
          <PrepareForm code={code} league={league} label="Draw the draft order" />
        </>
      ) : (
        <OneDraw key={latest.commitment} code={code} league={league} known={latest} />
      )}
      {earlier.length === 0 ? null : (
        <ul className={styles['earlier']} aria-label="Earlier draws">
          {earlier.map((draw, at) => (
            <li key={draw.number}>
              <Link className={linkLook} to={drawPath(code, draw.number)}>
                Draw {earlier.length - at}
              </Link>
              <span className={textStyles['mute']} dir="auto">
                First pick: {getFirstPick(draw)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Focuses the heading after each of the commissioner's steps, because the pressed button disappears. */
function useHeadingFocus({ draws: [latest], role }: League): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const step = latest === undefined ? null : `${latest.commitment} ${latest.startsAt === null ? 'prepared' : 'started'}`
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    if (role !== 'commissioner' || document.activeElement !== document.body) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: step?.endsWith('started') ? 'start' : 'nearest' })
  }, [step, role])
  return heading
}

/** True if the league's page shows the draft lottery. */
export const hasDraft = ({ draws, role, seats }: League): boolean =>
  draws.length > 0 || (role === 'commissioner' && seats.length >= DRAW_SEATS_MIN)

const getFirstPick = (draw: LeagueDraw): string => {
  const [first] = toPicks(draw)
  return first?.seat ? toTeamName(first.seat) : 'not open yet'
}

function OneDraw({ code, league, known }: { code: string; league: League; known: LeagueDraw }) {
  const { draw, nextAt } = useDraw(code, known)
  // A draw that ends while the page is open stays on the stage.
  const [isFollowed] = useState(known.seed === null)
  if (draw.startsAt === null) return <Prepared code={code} league={league} draw={draw} />
  return (
    <>
      {isFollowed ? <DrawStage league={league} draw={draw} nextAt={nextAt} /> : <Order draw={draw} />}
      {draw.seed === null ? (
        <noscript>
          <p>Reload this page to see the next card.</p>
        </noscript>
      ) : (
        <Result code={code} league={league} draw={draw} />
      )}
    </>
  )
}

function Prepared({ code, league, draw }: { code: string; league: League; draw: LeagueDraw }) {
  const isRun = league.role === 'commissioner'
  const isOutdated =
    draw.seats.length !== league.seats.length ||
    draw.seats.some(({ number, teamName }, at) => {
      const seat = league.seats[at]
      return seat?.number !== number || seat.teamName !== teamName
    })
  return (
    <>
      <p>
        {isRun
          ? `Ready for ${draw.seats.length} seats. Start when your league is watching: the first card opens ${DRAW_LEAD_MS / SECOND_MS} seconds later.`
          : 'The draw is ready. Stay on this page: once your commissioner starts it, the cards open here.'}
      </p>
      {isRun && isOutdated ? (
        <div className={styles['outdated']}>
          <p>The seats have changed since.</p>
          <PrepareForm code={code} league={league} label="Use the seats as they are now" isQuiet />
        </div>
      ) : null}
      {isRun ? <StartForm code={code} number={draw.number} /> : null}
      <Seal commitment={draw.commitment} />
    </>
  )
}

/** The commitment, which lets anyone verify the draw later. */
export const Seal = ({ commitment }: { commitment: string }) => (
  <div className={styles['seal']}>
    <p>
      <ShieldCheck className={iconLook} aria-hidden="true" />
      <b>Sealed result</b>
    </p>
    <code>{commitment}</code>
    <p className={textStyles['mute']}>
      The SHA-256 of a secret seed, which decides everything. You see the seed at the end, so you can check that nothing
      was changed.
    </p>
  </div>
)

/** The draft order as a single line. */
export const Order = ({ draw }: { draw: LeagueDraw }) => (
  <ol className={styles['order']}>
    {toPicks(draw).map(({ pick, seat }) => (
      <li key={pick}>
        <b>{pick}</b>
        <span dir="auto">{seat === null ? 'Not open yet' : toTeamName(seat)}</span>
      </li>
    ))}
  </ol>
)

function Result({ code, league, draw }: { code: string; league: League; draw: LeagueDraw }) {
  const isOver = league.draws.length >= DRAWS_PER_SEASON
  return (
    <div className={styles['actions']}>
      <CopyOrder code={code} league={league} draw={draw} />
      <Link className={buttonLook()} to={drawPath(code, draw.number)}>
        <ShieldCheck className={iconLook} aria-hidden="true" />
        Verify
      </Link>
      {league.role === 'commissioner' && !isOver ? <DrawAgain code={code} league={league} /> : null}
    </div>
  )
}

/** Copies the draft order for the group chat. */
export function CopyOrder({ code, league, draw }: { code: string; league: League; draw: LeagueDraw }) {
  const { origin } = usePlatform()
  const { confirmed, copy } = useCopy<'order'>()
  return (
    <button
      type="button"
      data-scripted
      className={buttonLook()}
      onClick={() => void copy('order', toOrderText(league, draw, origin + drawPath(code, draw.number)))}
    >
      <Copy className={iconLook} aria-hidden="true" />
      {confirmed === null ? 'Copy the order' : 'Copied'}
    </button>
  )
}

/** Returns the number of the latest draw that was started; 0 before the first. */
function getLastStarted({ draws, seasons }: League): number {
  const started = [draws, ...seasons.map((season) => season.draws)].flat().filter(({ startsAt }) => startsAt !== null)
  return Math.max(0, ...started.map(({ number }) => number))
}

/** Asks before a finished order leaves everyone's screen. Without scripts, it draws again at once. */
function DrawAgain({ code, league }: { code: string; league: League }) {
  const { prepareDraw } = useLeagueCalls(code)
  const question = useSheet()
  const after = getLastStarted(league)
  return (
    <>
      <DrawForm
        action={`${leaguePath(code)}/draws`}
        isPending={prepareDraw.isPending}
        onSend={async () => question.open()}
        look={buttonLook('quiet')}
        label="Draw again"
      >
        <input type="hidden" name="after" value={after} />
      </DrawForm>
      {question.times === 0 ? null : (
        <Question
          key={question.times}
          open={question.isOpen}
          onClose={question.close}
          title="Draw a new order?"
          keep="Keep this order"
          actionLabel="Draw again"
          error={prepareDraw.error}
          isPending={prepareDraw.isPending}
          onConfirm={() => {
            if (!prepareDraw.isPending) prepareDraw.mutate(after, { onSuccess: question.close })
          }}
        >
          <p>A new draw takes the place of this order on everyone's screen. This one stays under the earlier draws.</p>
        </Question>
      )}
    </>
  )
}

type PrepareFormProps = { code: string; league: League; label: string; isQuiet?: boolean }

function PrepareForm({ code, league, label, isQuiet = false }: PrepareFormProps) {
  const { prepareDraw } = useLeagueCalls(code)
  const after = getLastStarted(league)
  return (
    <DrawForm
      action={`${leaguePath(code)}/draws`}
      isPending={prepareDraw.isPending}
      onSend={() => prepareDraw.mutateAsync(after)}
      look={isQuiet ? buttonLook('quiet') : buttonLook('full')}
      label={label}
    >
      <input type="hidden" name="after" value={after} />
    </DrawForm>
  )
}

function StartForm({ code, number }: { code: string; number: number }) {
  const { startDraw } = useLeagueCalls(code)
  return (
    <DrawForm
      action={`${leaguePath(code)}/draws/${number}/start`}
      isPending={startDraw.isPending}
      onSend={() => startDraw.mutateAsync(number)}
      look={startDraw.isPending ? buttonLook('primary', 'full', 'busy') : buttonLook('primary', 'full')}
      label="Start the draw"
    />
  )
}

type DrawFormProps = {
  action: string
  isPending: boolean
  onSend: () => Promise<unknown>
  look: string
  label: string
  children?: ReactNode
}

/** A form with one button, which also works without JavaScript. */
const DrawForm = ({ action, isPending, onSend, look, label, children }: DrawFormProps) => (
  <form
    method="post"
    action={action}
    onSubmit={(event: FormEvent) => {
      event.preventDefault()
      if (!isPending) onSend().catch((thrown: unknown) => void toast.error(getMessage(thrown)))
    }}
  >
    {children}
    <button type="submit" className={look} aria-disabled={isPending}>
      {label}
    </button>
  </form>
)
