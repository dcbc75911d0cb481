import { Copy, Download } from 'lucide-react'
import { useCallback } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { LeagueDuel } from '#shared/contracts/league-duels.ts'
import type { League } from '#shared/contracts/league.ts'
import { isLeagueCode, leaguePath } from '#shared/domain/league.ts'
import { DUEL_DIE, duelPath, duelPicturePath, verifyDuel } from '#shared/domain/league-duel.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { NO_CARD } from '#shared/domain/card-words.ts'
import { useDuel, useEarlierDuel } from '#web/data/league-duels.ts'
import { useLeague } from '#web/data/leagues.ts'
import { useLive } from '#web/data/live.ts'
import { isMissing } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useDownload } from '#web/share/use-download.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { EmptyPage } from '#web/ui/empty.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { Check } from '../check.tsx'
import { Seal } from '../draft/draft.tsx'
import { useCopy } from '../use-copy.ts'
import { DuelStage } from './duel-stage.tsx'
import { describeResult, RULES, toStats } from './duel-words.ts'
import styles from './duel-screen.module.css'

const WORDS = { done: 'Saved to your downloads.', failed: "That didn't download. Please try again." }

/** The page of one duel, first live, then with its result, which the visitor's browser verifies. */
export default function DuelScreen() {
  const { code = '', number = '' } = useParams()
  const isAddress = isLeagueCode(code) && /^[1-9]\d{0,4}$/.test(number)
  return isAddress ? <OneDuel key={`${code}/${number}`} code={code} number={Number(number)} /> : <NoDuel />
}

function OneDuel({ code, number }: { code: string; number: number }) {
  const { league, isPending, refetch } = useLeague(code)
  useLive(league === undefined ? null : { kind: 'league', id: league.channel })
  const listed = league && (league.duels.find((duel) => duel.number === number) ?? null)
  const earlier = useEarlierDuel(code, number, listed)
  const duel = listed ?? earlier.data?.duel
  if (league !== undefined && duel !== undefined) return <Duel code={code} league={league} known={duel} />
  if (league !== undefined && isMissing(earlier.error)) return <NoDuel code={code} />
  if (isPending || earlier.isFetching) return <output className={styles['wait']}>Loading duel…</output>
  return (
    <EmptyPage title="We couldn't load this duel" pageTitle="Duel">
      <p className={textStyles['mute']}>{NO_CARD.maybe}</p>
      <button
        type="button"
        className={buttonLook('primary')}
        onClick={() => void (league === undefined ? refetch() : earlier.refetch())}
      >
        Retry
      </button>
    </EmptyPage>
  )
}

const NoDuel = ({ code }: { code?: string }) => (
  <EmptyPage title="Duel not found">
    <p className={textStyles['mute']}>{LEAGUE_FAILURE.noDuel}</p>
    <Link className={buttonLook('primary')} to={code === undefined ? '/league' : leaguePath(code)}>
      {code === undefined ? 'Start a league' : 'Back to the league'}
    </Link>
  </EmptyPage>
)

function Duel({ code, league, known }: { code: string; league: League; known: LeagueDuel }) {
  const { duel, nextAt } = useDuel(code, known)
  const result = describeResult(duel)
  return (
    <Page title="Duel" className={classes(textStyles['wrap'], styles['page'])}>
      <header>
        <Link className={linkLook} to={leaguePath(code)} dir="auto">
          {league.name}
        </Link>
        <h1 className={textStyles['title']} tabIndex={-1}>
          Duel
        </h1>
        <output className={styles['result']} dir="auto">
          {result}
        </output>
      </header>
      <DuelStage league={league} duel={duel} nextAt={nextAt} />
      {result === null || duel.seed === null ? (
        <>
          <p className={textStyles['mute']}>{RULES}</p>
          <noscript>
            <p>Reload this page to see the next round.</p>
          </noscript>
          <Seal commitment={duel.commitment} />
        </>
      ) : (
        <>
          <Share code={code} league={league} duel={duel} result={result} />
          <CheckDuel duel={duel} seed={duel.seed} />
        </>
      )}
    </Page>
  )
}

type ShareProps = { code: string; league: League; duel: LeagueDuel; result: string }

/** Shares the result as a picture or a text. */
function Share({ code, league, duel, result }: ShareProps) {
  const { origin } = usePlatform()
  const { coming, download } = useDownload(WORDS)
  const { confirmed, copy } = useCopy<'result'>()
  return (
    <div className={styles['actions']}>
      <a
        className={coming === null ? buttonLook('primary') : buttonLook('primary', 'busy')}
        href={duelPicturePath(code, duel.number)}
        download
        onClick={download}
      >
        <Download className={iconLook} aria-hidden="true" />
        {coming === null ? 'Save the picture' : 'Drawing…'}
      </a>
      <button
        type="button"
        data-scripted
        className={buttonLook()}
        onClick={() => void copy('result', `${result} in ${league.name}: ${origin}${duelPath(code, duel.number)}`)}
      >
        <Copy className={iconLook} aria-hidden="true" />
        {confirmed === null ? 'Copy the result' : 'Copied'}
      </button>
    </div>
  )
}

function CheckDuel({ duel, seed: revealed }: { duel: LeagueDuel; seed: string }) {
  const verify = useCallback(
    async (seed: string) => {
      const result = await verifyDuel({ commitment: duel.commitment, seed, stats: toStats(duel), rounds: duel.rounds })
      if (!result.isSeed) return 'wrong seed'
      return result.isResult ? 'match' : 'wrong result'
    },
    [duel],
  )
  return (
    <Check
      commitment={duel.commitment}
      seed={revealed}
      verify={verify}
      words={{
        match: 'Verified: the seed matches the sealed result, and it gives exactly these rounds.',
        'wrong seed': 'No match: this is not the seed behind the sealed result.',
        'wrong result': 'No match: this seed gives other rounds.',
      }}
      how="How the rounds are drawn"
      steps={
        <>
          <li>
            The stats start as Strength, Agility, TD Power, Leadership, Accuracy. From the last place down to the
            second, each swaps with a rolled place from the first up to its own (Fisher–Yates).
          </li>
          <li>
            Each round rolls below {DUEL_DIE} and adds 1, first for the challenger, then for the opponent. With equal
            sums of equal dice both roll again. Three wins end the duel.
          </li>
        </>
      }
    />
  )
}
