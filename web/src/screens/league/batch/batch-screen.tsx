import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { League } from '#shared/contracts/league.ts'
import { BATCH_PHOTOS, isLeagueCode, leaguePath } from '#shared/domain/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { NO_CARD } from '#shared/domain/card-words.ts'
import { useLeague } from '#web/data/leagues.ts'
import { useLive } from '#web/data/live.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { FileButton } from '#web/ui/file-button.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { EmptyPage } from '#web/ui/empty.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import { SplitPage } from '#web/ui/split-page.tsx'
import textStyles from '#web/ui/text.module.css'
import { Question } from '../question.tsx'
import { useLeagueKey } from '../use-league-key.ts'
import { BatchRow } from './batch-row.tsx'
import { findFault, isOpen, isStarted, type Row } from './batch-rows.ts'
import { useBatch } from './use-batch.ts'
import styles from './batch-screen.module.css'

const BatchCropSheet = lateSheet(() => import('./batch-crop-sheet.tsx'))

const WORDS = {
  heading: 'Add photos',
  lead: `Up to ${BATCH_PHOTOS} photos at once, one card each. Every card takes the seat you pick.`,
  consent: 'Only use photos of people who agreed.',
  blocked: 'These photos are open in another tab. Close it to go on here.',
  handOver: 'To hand a seat to its person, copy its link from the menu of the seat on the roster.',
  kept: "Photos wait in this browser until their cards are done. Each is used once, then deleted. We don't keep them.",
  scripts: 'You need JavaScript to add photos. The roster works without it.',
} as const

/** Lets the commissioner make cards from many photos at once. */
export default function BatchScreen() {
  const { code = '' } = useParams()
  return isLeagueCode(code) ? (
    <OneBatch key={code} code={code} />
  ) : (
    <Missing code={code} words={LEAGUE_FAILURE.notFound} />
  )
}

function OneBatch({ code }: { code: string }) {
  useLeagueKey(code)
  const { league, hasGone, isPending } = useLeague(code)
  useLive(league === undefined || hasGone ? null : { kind: 'league', id: league.channel })
  if (league !== undefined && !hasGone && league.role === 'commissioner') return <Batch code={code} league={league} />
  if (hasGone) return <Missing code={code} words={LEAGUE_FAILURE.notFound} />
  if (league !== undefined) return <Missing code={code} words={LEAGUE_FAILURE.commissionerOnly} />
  return isPending ? (
    <SplitPage heading={WORDS.heading}>{null}</SplitPage>
  ) : (
    <Missing code={code} words={NO_CARD.maybe} />
  )
}

const Missing = ({ code, words }: { code: string; words: string }) => (
  <EmptyPage title={WORDS.heading}>
    <p className={textStyles['mute']}>{words}</p>
    <noscript>
      <p>{WORDS.scripts}</p>
    </noscript>
    <Link className={buttonLook('primary')} to={leaguePath(code)}>
      Back to the league
    </Link>
  </EmptyPage>
)

function Batch({ code, league }: { code: string; league: League }) {
  const batch = useBatch(code, league)
  const { rows, open, room, pause, isBlocked } = batch
  const [isAsked, setIsAsked] = useState(false)
  const [adjusted, setAdjusted] = useState<{ id: string; url: string } | null>(null)
  const crop = useSheet()
  const list = useRef<HTMLOListElement>(null)
  const started = rows.filter(isStarted)
  const ready = rows.filter((row) => isOpen(row) && findFault(row, rows, open) === null)
  const done = rows.filter(({ status }) => status.name === 'done').length
  const photo = rows.find(({ id }) => id === adjusted?.id)?.photo ?? null

  function start() {
    setIsAsked(true)
    // No row can start, so the first invalid field gets the focus.
    if (ready.length === 0)
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    batch.start(ready.map(({ id }) => id))
  }
  function adjust(id: string) {
    const chosen = rows.find((row) => row.id === id)?.photo
    if (!chosen) return
    // The browser frees the last URL with the page.
    if (adjusted !== null) URL.revokeObjectURL(adjusted.url)
    setAdjusted({ id, url: URL.createObjectURL(chosen.blob) })
    crop.open()
  }

  return (
    <SplitPage
      heading={WORDS.heading}
      title={`${WORDS.heading} | ${league.name}`}
      lead={WORDS.lead}
      aside={<Notes code={code} />}
    >
      <div className={styles['batch']} data-scripted>
        <output className={classes(textStyles['small'], textStyles['mute'])}>
          {isBlocked ? WORDS.blocked : describe(rows.length, done, started.length)}
        </output>
        {rows.length === 0 ? null : (
          <ol className={styles['rows']} ref={list}>
            {rows.map((row) => (
              <BatchRow
                key={row.id}
                row={row}
                rows={rows}
                open={open}
                pause={pause}
                isAsked={isAsked}
                isAdjusted={row.id === adjusted?.id}
                onChange={(part) => batch.change(row.id, part)}
                onAdjust={() => adjust(row.id)}
                onRetry={() => batch.start([row.id])}
                onRemove={() => batch.remove(row.id)}
              />
            ))}
          </ol>
        )}
        {isBlocked ? null : room > 0 ? (
          <FileButton
            multiple
            isPrimary={rows.length === 0}
            label={rows.length === 0 ? 'Choose photos' : 'Add more photos'}
            onFile={batch.add}
          />
        ) : rows.length === 0 ? (
          <p>Every seat has a card. Empty a seat first.</p>
        ) : null}
        {rows.length === 0 ? null : (
          <div className={styles['bar']} data-edge="bar">
            <HashRule />
            <p className={textStyles['small']}>{done === rows.length ? WORDS.handOver : WORDS.consent}</p>
            <div className={styles['actions']}>
              <Clear rows={rows} onClear={batch.clear} />
              {done === rows.length ? (
                <Link className={buttonLook('primary')} to={leaguePath(code)} ref={focusIfLost}>
                  See the roster
                </Link>
              ) : (
                <MakeButton
                  ready={ready.length}
                  started={started.length}
                  left={league.generationsLeft}
                  onPress={start}
                />
              )}
            </div>
          </div>
        )}
      </div>
      {photo === null || adjusted === null || crop.times === 0 ? null : (
        <BatchCropSheet
          key={crop.times}
          open={crop.isOpen}
          onClose={crop.close}
          photo={photo}
          url={adjusted.url}
          onUse={(view, piece, isConfirmed) => void batch.crop(adjusted.id, view, piece, isConfirmed)}
          onSkip={() => batch.skipCrop(adjusted.id)}
        />
      )}
    </SplitPage>
  )
}

/** Focuses the link that replaces the pressed button. */
function focusIfLost(link: HTMLAnchorElement | null) {
  if (document.activeElement === document.body) link?.focus({ preventScroll: true })
}

const Notes = ({ code }: { code: string }) => (
  <>
    <p className={classes(textStyles['small'], textStyles['mute'])}>
      {WORDS.kept} <Link to="/privacy-policy">How we handle photos</Link>
    </p>
    <noscript>
      <p>{WORDS.scripts}</p>
    </noscript>
    <p>
      <Link to={leaguePath(code)}>Back to the league</Link>
    </p>
  </>
)

function describe(rows: number, done: number, started: number): string | null {
  if (rows === 0) return null
  const all = rows === 1 ? '1 photo' : `${rows} photos`
  if (started > 0) return `${done} of ${done + started} cards done`
  return done === 0 ? all : `${all}, ${done === 1 ? '1 card' : `${done} cards`} done`
}

type MakeButtonProps = { ready: number; started: number; left: number; onPress: () => void }

/** Pressing the button gives consent, as in the generator. */
function MakeButton({ ready, started, left, onPress }: MakeButtonProps) {
  const isBusy = started > 0 && ready === 0
  const words = ready === 1 ? 'Make 1 card' : ready === 0 ? 'Make cards' : `Make ${ready} cards`
  return (
    <>
      {ready > left && ready > 0 ? (
        <p className={classes(textStyles['small'], textStyles['mute'])}>
          Your league can make {left} more cards today. The rest waits until tomorrow.
        </p>
      ) : null}
      <button
        type="button"
        className={isBusy ? buttonLook('primary', 'busy') : buttonLook('primary')}
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : onPress}
      >
        {isBusy ? 'Making cards…' : words}
      </button>
    </>
  )
}

/** Removes every photo from this browser after a confirmation. */
function Clear({ rows, onClear }: { rows: readonly Row[]; onClear: () => void }) {
  const question = useSheet()
  const waiting = rows.filter(({ status }) => status.name !== 'done').length
  return (
    <>
      <button type="button" className={buttonLook()} onClick={waiting === 0 ? onClear : question.open}>
        Clear
      </button>
      {question.times === 0 ? null : (
        <Question
          key={question.times}
          open={question.isOpen}
          onClose={question.close}
          title="Clear all photos?"
          keep="Keep them"
          actionLabel="Clear"
          error={null}
          isPending={false}
          onConfirm={() => {
            question.close()
            onClear()
          }}
        >
          <p>This deletes the photos from this browser and stops their cards. Cards in seats stay.</p>
        </Question>
      )}
    </>
  )
}
