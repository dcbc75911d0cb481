import { Images, Settings } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { useRef, useState } from 'react'
import type { League } from '#shared/contracts/league.ts'
import { isLeagueCode, LEAGUE_SEATS, leagueBatchPath } from '#shared/domain/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { NO_CARD } from '#shared/domain/card-words.ts'
import { Crest } from '#web/card/crest.tsx'
import { LiveDot } from '#web/card/live-dot.tsx'
import { DarkStage, Floor, Lamps } from '#web/card/stage.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { useWaitingPhotos } from '#web/data/batch-store.ts'
import { usePendingCard } from '#web/data/league-cards.ts'
import { useLeague } from '#web/data/leagues.ts'
import { useLive } from '#web/data/live.ts'
import type { LivePlace } from '#web/data/live/news.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { EmptyPage } from '#web/ui/empty.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import { Page } from '#web/ui/page.tsx'
import skeletonStyles from '#web/ui/skeleton.module.css'
import textStyles from '#web/ui/text.module.css'
import { Draft, hasDraft } from './draft/draft.tsx'
import { Duels, LiveDuel } from './duel/duels.tsx'
import { Invite } from './invite.tsx'
import { More } from './more.tsx'
import { getOwnStep, OwnStep } from './own-step.tsx'
import { PastSeasons } from './past-seasons.tsx'
import { PrintShare } from './print-share.tsx'
import { Roster } from './roster.tsx'
import { useLeagueKey } from './use-league-key.ts'
import { useLeagueToasts } from './use-league-toasts.ts'
import styles from './league-screen.module.css'

const SettingsSheet = lateSheet(() => import('./settings-sheet.tsx'))
const SeasonSheet = lateSheet(() => import('./season-sheet.tsx'))
const DeleteLeagueSheet = lateSheet(() => import('./delete-league-sheet.tsx'))

export default function LeagueScreen() {
  const { code = '' } = useParams()
  if (!isLeagueCode(code)) return <NoLeague />
  // The key remounts the page for each league, which resets focus and title.
  return <OneLeague key={code} code={code} />
}

function OneLeague({ code }: { code: string }) {
  useLeagueKey(code)
  const { league, isPending, hasGone, isStale, refetch } = useLeague(code)
  useLive(league === undefined || hasGone ? null : toPlace(league))

  if (hasGone) return league === undefined ? <NoLeague /> : <Closed name={league.name} />
  if (league !== undefined) return <Room code={code} league={league} isStale={isStale} />
  if (isPending) return <Waiting />
  return (
    <EmptyPage title="We couldn't load this league" pageTitle="League">
      <p className={textStyles['mute']}>{NO_CARD.maybe}</p>
      <button type="button" id="retry" className={buttonLook('primary')} onClick={() => void refetch()}>
        Retry
      </button>
    </EmptyPage>
  )
}

/** Live subscriptions use the league's channel, which does not reveal its code. */
const toPlace = ({ channel }: League): LivePlace => ({ kind: 'league', id: channel })

const NoLeague = () => (
  <EmptyPage title="League not found">
    <p className={textStyles['mute']}>{LEAGUE_FAILURE.notFound}</p>
    <StartLink />
  </EmptyPage>
)

/** Shown when the league is deleted while its page is open. */
const Closed = ({ name }: { name: string }) => (
  <EmptyPage title={`${name} is closed`} pageTitle="League closed">
    <p className={textStyles['mute']}>The commissioner deleted this league. Cards saved to the Hall are still there.</p>
    <StartLink />
  </EmptyPage>
)

const StartLink = () => (
  <Link className={buttonLook('primary')} to="/league">
    Start a league
  </Link>
)

const Waiting = () => (
  <div className={styles['loading']}>
    <DarkStage className={styles['banner']}>
      <h1 className={textStyles['title']}>
        <output>Loading league…</output>
      </h1>
    </DarkStage>
    <div className={styles['skeletons']} aria-hidden="true">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={classes(skeletonStyles['skeleton'], skeletonStyles['card'])} />
      ))}
    </div>
  </div>
)

type RoomProps = { code: string; league: League; isStale: boolean }

/** The league's page: banner, roster, past seasons and tools. */
function Room({ code, league, isStale }: RoomProps) {
  const { name, role, seats } = league
  useLeagueToasts(code, league)
  const pending = usePendingCard(code, isStale ? undefined : league)
  const step = getOwnStep(league)
  const isDrawing = pending.state === 'drawing' || pending.state === 'attaching' || pending.state === 'waiting'
  const isFresh = role === 'commissioner' && seats.length <= 1
  const hasStep = step !== null && !(step === 'make' && isDrawing)
  const hasInvite = role !== 'outsider' && seats.length < LEAGUE_SEATS && !league.isLocked
  const isWide = !hasStep && !hasInvite
  const [hadDraw] = useState(league.draws.length > 0)
  // A commissioner who prepares the first draw below the roster sees it there, where the button was.
  const isDraftFirst = league.draws.length > 0 && (hadDraw || role !== 'commissioner')
  return (
    <Page title={name} className={classes(styles['page'], isFresh && styles['fresh'], isWide && styles['wide'])}>
      <Banner code={code} league={league} />
      {isStale ? (
        <output className={styles['kept']}>You're offline. This is the roster as of your last visit.</output>
      ) : null}
      {pending.state === 'refused' ? (
        <p className={styles['kept']} role="alert">
          {pending.words}
        </p>
      ) : null}
      <div className={styles['main']}>
        <LiveDuel code={code} league={league} />
        {isDraftFirst ? <Draft code={code} league={league} /> : null}
        <Roster code={code} league={league} isDrawing={isDrawing} isWide={isWide} />
        {!isDraftFirst && hasDraft(league) ? <Draft code={code} league={league} /> : null}
        <Duels code={code} league={league} />
        <PastSeasons code={code} league={league} />
      </div>
      <div className={styles['aside']}>
        {hasStep ? <OwnStep code={code} league={league} step={step} /> : null}
        {role === 'outsider' ? null : (
          <div className={styles['panel']}>
            {hasInvite ? (
              <section aria-labelledby="invite">
                <h2 className={textStyles['heading']} id="invite">
                  {isFresh ? 'Invite your league' : 'Invite'}
                </h2>
                <Invite code={code} league={league} />
              </section>
            ) : null}
            {role === 'commissioner' ? <BatchLink code={code} /> : null}
            <More code={code} league={league} />
          </div>
        )}
        <PrintShare code={code} league={league} />
      </div>
    </Page>
  )
}

/** Links to the batch page, and counts the photos that wait there. */
function BatchLink({ code }: { code: string }) {
  const waiting = useWaitingPhotos(code)
  return (
    <section aria-labelledby="batch">
      <h2 className={textStyles['heading']} id="batch">
        Have their photos?
      </h2>
      <p className={textStyles['mute']}>{waiting === 0 ? "Make everyone's card at once." : describeWaiting(waiting)}</p>
      <Link className={buttonLook('full')} to={leagueBatchPath(code)}>
        <Images className={iconLook} aria-hidden="true" />
        {waiting === 0 ? 'Add photos' : 'Continue'}
      </Link>
    </section>
  )
}

const describeWaiting = (photos: number): string =>
  photos === 1 ? '1 photo still waits for its card.' : `${photos} photos still wait for their cards.`

function Banner({ code, league }: { code: string; league: League }) {
  const { name, season, team, seats, isLocked, role } = league
  const count = seats.length === 1 ? '1 of 16 seats' : `${seats.length} of ${LEAGUE_SEATS} seats`
  return (
    <header className={styles['banner']} {...teamAttribute(team)}>
      <Lamps className={styles['lamps']} />
      <Floor className={styles['floor']} />
      <Crest className={styles['crest']} name={name} team={team} />
      <div className={styles['title']}>
        <p className={styles['season']} dir="auto">
          {season}
        </p>
        <h1 tabIndex={-1} dir="auto">
          {name}
        </h1>
        <p className={styles['facts']}>
          <span>{isLocked ? `${count}, joining is closed` : count}</span>
          <LiveDot place={toPlace(league)} />
        </p>
      </div>
      {role === 'commissioner' ? <SettingsButton code={code} league={league} /> : null}
    </header>
  )
}

function SettingsButton({ code, league }: { code: string; league: League }) {
  const settings = useSheet()
  const season = useSheet()
  const deletion = useSheet()
  const button = useRef<HTMLButtonElement>(null)

  // One dialog at a time: closes the settings first.
  function replaceSettings(sheet: ReturnType<typeof useSheet>) {
    settings.close()
    sheet.open()
  }

  return (
    <>
      <button
        type="button"
        className={classes(buttonLook(), styles['settings'])}
        aria-haspopup="dialog"
        ref={button}
        onClick={settings.open}
      >
        <Settings className={iconLook} aria-hidden="true" />
        <span>League settings</span>
      </button>
      {settings.times === 0 ? null : (
        <SettingsSheet
          key={`settings-${settings.times}`}
          code={code}
          league={league}
          open={settings.isOpen}
          onClose={settings.close}
          onSeason={() => replaceSettings(season)}
          onDelete={() => replaceSettings(deletion)}
        />
      )}
      {season.times === 0 ? null : (
        <SeasonSheet
          key={`season-${season.times}`}
          code={code}
          league={league}
          open={season.isOpen}
          onClose={season.close}
        />
      )}
      {deletion.times === 0 ? null : (
        <DeleteLeagueSheet
          key={`deletion-${deletion.times}`}
          code={code}
          league={league}
          open={deletion.isOpen}
          onClose={deletion.close}
        />
      )}
    </>
  )
}
