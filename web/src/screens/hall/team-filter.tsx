import { ChevronDown } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { Link } from 'react-router-dom'
import { type LeaderboardKind, leaderboardPath } from '#shared/contracts/leaderboards.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { teamAttribute } from '#web/card/team-scope.ts'
import { type CountedTeams, useCountedTeams } from '#web/data/team-counts.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { classes } from '#web/ui/classes.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import swatchStyles from '#web/ui/swatch.module.css'
import { withCount } from './with-count.ts'
import styles from './team-filter.module.css'

const loadTeamFilterSheet = () => import('./team-filter-sheet.tsx')
const TeamFilterSheet = lateSheet(loadTeamFilterSheet)

type TeamFilterProps = {
  board: LeaderboardKind
  team: Team | null
  onChange: (team: Team | null) => void
}

/**
 * Filters by team: a list of links that works without JavaScript. With JavaScript it is a sheet, unless the visitor
 * opened the list before hydration; then the list stays until it is closed.
 */
export function TeamFilter({ board, team, onChange }: TeamFilterProps) {
  const list = useRef<HTMLDetailsElement>(null)
  const sheet = useSheet()
  const counted = useCountedTeams()
  const name = team?.name ?? LABELS.allTeams
  function closeList() {
    list.current?.removeAttribute('open')
    list.current?.querySelector('summary')?.focus()
  }

  // Runs in the capture phase, before `<details>` opens itself.
  function openSheet(event: MouseEvent) {
    if (list.current?.open) return
    event.preventDefault()
    sheet.open()
  }

  return (
    <div className={styles['place']}>
      {/* The visitor may have opened it before hydration. */}
      <details ref={list} suppressHydrationWarning>
        <summary
          id="team-filter"
          className={styles['filter']}
          {...teamAttribute(team)}
          aria-label={`Team: ${name}`}
          onClickCapture={openSheet}
          onPointerEnter={fetchEarly(loadTeamFilterSheet)}
        >
          {team === null ? null : <Swatch />}
          <span className={team === null ? styles['none'] : styles['name']}>{name}</span>
          <ChevronDown className={iconLook} aria-hidden="true" />
        </summary>
        <TeamLinks board={board} team={team} counted={counted} onChoose={closeList} />
      </details>
      {sheet.times === 0 ? null : (
        <TeamFilterSheet
          key={sheet.times}
          open={sheet.isOpen}
          onClose={sheet.close}
          team={team}
          counted={counted}
          onChange={onChange}
        />
      )}
    </div>
  )
}

const Swatch = ({ isNone = false }: { isNone?: boolean }) => (
  <span
    className={classes(swatchStyles['swatch'], styles['swatch'], isNone && swatchStyles['none'])}
    aria-hidden="true"
  />
)

type TeamLinksProps = { board: LeaderboardKind; team: Team | null; counted: CountedTeams; onChoose: () => void }

function TeamLinks({ board, team, counted, onChoose }: TeamLinksProps) {
  return (
    <ul className={styles['teams']}>
      <li>
        <Link to={leaderboardPath(board, null)} aria-current={team === null ? 'page' : undefined} onClick={onChoose}>
          <Swatch isNone />
          {LABELS.allTeams}
        </Link>
      </li>
      {counted.teams.map((one) => (
        <TeamLink
          key={one.id}
          board={board}
          team={one}
          count={counted.getCount(one)}
          isHere={one.id === team?.id}
          onChoose={onChoose}
        />
      ))}
    </ul>
  )
}

type TeamLinkProps = { board: LeaderboardKind; team: Team; count: number | null; isHere: boolean; onChoose: () => void }

const TeamLink = ({ board, team, count, isHere, onChoose }: TeamLinkProps) => (
  <li>
    <Link
      className={count === 0 ? styles['empty'] : undefined}
      to={leaderboardPath(board, team)}
      aria-current={isHere ? 'page' : undefined}
      onClick={onChoose}
    >
      <span className={classes(swatchStyles['swatch'], styles['swatch'])} data-team={team.id} aria-hidden="true" />
      {withCount(team.name, count)}
    </Link>
  </li>
)
