import { ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Board, boardPath } from '#shared/contracts/boards.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { inTeam } from '#web/card/team-scope.ts'
import { SlotPart, useCurrent } from '#web/lib/slot-part.tsx'
import { SlotList, SlotText, useIsFirst, useMarks, useSlot, useSlotAttribute } from '#web/lib/slots.tsx'
import { useSheet } from '#web/lib/use-sheet.ts'
import { classes } from '#web/ui/classes.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import { Link } from '#web/ui/link.tsx'
import swatchStyles from '#web/ui/swatch.module.css'
import { useOpenBefore } from './open-before.ts'
import styles from './team-filter.module.css'

const loadTeamFilterSheet = () => import('./team-filter-sheet.tsx')
const TeamFilterSheet = lateSheet(loadTeamFilterSheet)

type TeamFilterProps = {
  board: Board
  team: Team | null
  onChange: (team: Team | null) => void
  className?: string | undefined
}

/**
 * All teams or one of them. In the first paint it opens a list of links, without a script; the app has a sheet instead,
 * but for a list that is open when it comes: that stays until it is closed.
 */
export function TeamFilter({ board, team, onChange, className }: TeamFilterProps) {
  const isFirst = useIsFirst()
  const listBefore = useOpenBefore()
  const [isClosed, setIsClosed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The focus that was in the list goes to what stands in its place.
  useLayoutEffect(() => {
    if (isClosed) button.current?.focus({ preventScroll: true })
  }, [isClosed])
  const sheet = useSheet()
  const control = { ...useControl(team), className: styles['filter'] }

  return (
    <div className={classes(styles['place'], className)}>
      {isFirst || (listBefore !== null && !isClosed) ? (
        <details open={listBefore !== null} onToggle={({ currentTarget: { open } }) => setIsClosed(!open)}>
          <summary {...control} />
          <TeamLinks board={board} team={team} scrollTop={listBefore ?? 0} onChoose={() => setIsClosed(true)} />
        </details>
      ) : (
        <button
          type="button"
          {...control}
          ref={button}
          aria-haspopup="dialog"
          onClick={sheet.open}
          onPointerEnter={fetchEarly(loadTeamFilterSheet)}
        />
      )}
      {sheet.times === 0 ? null : (
        <TeamFilterSheet key={sheet.times} open={sheet.isOpen} onClose={sheet.close} team={team} onChange={onChange} />
      )}
    </div>
  )
}

/** What the first paint's control and the app's have in common: all that is seen. */
function useControl(team: Team | null) {
  const name = useSlot('teamName', team?.name ?? LABELS.allTeams)
  return {
    id: 'team-filter',
    ...useTeamColors(team),
    'aria-label': `Team: ${name}`,
    children: (
      <>
        <SlotPart slot="everyTeam" isShown={team === null}>
          <Swatch isNone />
        </SlotPart>
        <SlotPart slot="oneTeam" isShown={team !== null}>
          <Swatch />
        </SlotPart>
        <span className={styles['name']}>{name}</span>
        <ChevronDown className={iconLook} aria-hidden="true" />
      </>
    ),
  }
}

/** In a template the Worker names the team. */
function useTeamColors(team: Team | null): { 'data-team'?: string; 'data-slot'?: string } {
  const slotted = useSlotAttribute('data-team', 'colored', 'teamId')
  return useMarks() === null ? inTeam(team) : slotted
}

const Swatch = ({ isNone = false }: { isNone?: boolean }) => (
  <span
    className={classes(swatchStyles['swatch'], styles['swatch'], isNone && swatchStyles['none'])}
    aria-hidden="true"
  />
)

type TeamLinksProps = { board: Board; team: Team | null; scrollTop: number; onChoose: () => void }

function TeamLinks({ board, team, scrollTop, onChoose }: TeamLinksProps) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: scrollTop, behavior: 'instant' })
  }, [scrollTop])
  return (
    <ul className={styles['teams']} ref={list}>
      <li>
        <Link
          to={useSlot('everyTeamUrl', boardPath(board, null))}
          {...useCurrent('everyTeam', team === null)}
          onClick={onChoose}
        >
          <Swatch isNone />
          {LABELS.allTeams}
        </Link>
      </li>
      <SlotList slot="teams" items={TEAMS}>
        {(one) => <TeamLink key={one.id} board={board} team={one} isHere={one.id === team?.id} onChoose={onChoose} />}
      </SlotList>
    </ul>
  )
}

type TeamLinkProps = { board: Board; team: Team; isHere: boolean; onChoose: () => void }

const TeamLink = ({ board, team, isHere, onChoose }: TeamLinkProps) => (
  <li>
    <Link to={useSlot('teamUrl', boardPath(board, team))} {...useCurrent('hereTeam', isHere)} onClick={onChoose}>
      <span
        className={classes(swatchStyles['swatch'], styles['swatch'])}
        data-team={useSlot('teamId', team.id)}
        aria-hidden="true"
      />
      <SlotText slot="teamName">{team.name}</SlotText>
    </Link>
  </li>
)
