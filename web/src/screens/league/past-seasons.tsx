import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { League, PastSeason } from '#shared/contracts/league.ts'
import { drawPath } from '#shared/domain/league-draw.ts'
import { seasonPrintPath } from '#shared/domain/league-prints.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { Order } from './draft/draft.tsx'
import { PRINTS } from './prints.ts'
import styles from './past-seasons.module.css'

const DeleteSeasonSheet = lateSheet(() => import('./delete-season-sheet.tsx'))

type PastSeasonsProps = { code: string; league: League }

/** The archive of past seasons, each with its awards and roster. */
export function PastSeasons({ code, league: { seasons, role } }: PastSeasonsProps) {
  if (seasons.length === 0) return null
  return (
    <section className={styles['past']} aria-labelledby="past-seasons">
      <h2 className={textStyles['heading']} id="past-seasons">
        Past seasons
      </h2>
      {seasons.map((season) => (
        <Season key={season.number} code={code} season={season} isRun={role === 'commissioner'} />
      ))}
    </section>
  )
}

type SeasonProps = {
  code: string
  season: PastSeason
  /** True if the caller runs the league. */
  isRun: boolean
}

function Season({ code, season, isRun }: SeasonProps) {
  const { name, seats, draws } = season
  const deletion = useSheet()
  const awards = seats.flatMap(({ teamName, awards: titles }) => titles.map((title) => ({ title, teamName })))
  return (
    <details className={styles['season']}>
      <summary>
        <span dir="auto">{name}</span>
        <span className={textStyles['mute']}>{toSummary(awards, seats.length)}</span>
        <ChevronDown className={iconLook} aria-hidden="true" />
      </summary>
      {awards.length === 0 ? null : (
        <dl className={styles['awards']}>
          {awards.map(({ title, teamName }) => (
            <div key={title}>
              <dt dir="auto">{title}</dt>
              <dd dir="auto">{teamName}</dd>
            </div>
          ))}
        </dl>
      )}
      {draws.map((draw) => (
        <div key={draw.number} className={styles['draw']}>
          <Link to={drawPath(code, draw.number)}>Draft order</Link>
          <Order draw={draw} />
        </div>
      ))}
      <ol className={styles['roster']}>
        {seats.map(({ number, teamName, cardId, votes }) => (
          <li key={number}>
            <span className={styles['number']}>
              <span className={textStyles['unseen']}>Seat </span>
              {number}
            </span>
            {cardId === null ? <span dir="auto">{teamName}</span> : <Link to={`/card/${cardId}`}>{teamName}</Link>}
            {votes === 0 ? null : (
              <span className={textStyles['mute']}>{votes === 1 ? '1 vote' : `${votes} votes`}</span>
            )}
          </li>
        ))}
      </ol>
      {seats.some(({ cardId }) => cardId !== null) ? (
        <p className={styles['posters']}>
          {PRINTS.map(({ print, label }) => (
            <a key={print} className={linkLook} href={seasonPrintPath(code, season.number, print)} download>
              {label}
            </a>
          ))}
        </p>
      ) : null}
      {isRun ? (
        <button type="button" className={linkLook} aria-haspopup="dialog" onClick={deletion.open}>
          Delete season {name}
        </button>
      ) : null}
      {deletion.times === 0 ? null : (
        <DeleteSeasonSheet
          key={deletion.times}
          code={code}
          season={season}
          open={deletion.isOpen}
          onClose={deletion.close}
        />
      )}
    </details>
  )
}

function toSummary(awards: readonly { title: string; teamName: string }[], seats: number): string {
  const champion = awards.find(({ title }) => title.toLowerCase() === 'champion')
  return champion ? `Champion: ${champion.teamName}` : seats === 1 ? '1 seat' : `${seats} seats`
}
