import type { Team } from '#shared/domain/team.ts'
import { classes } from '#web/ui/classes.ts'
import swatchStyles from '#web/ui/swatch.module.css'
import { teamAttribute } from './team-scope.ts'
import styles from './team-tile.module.css'

type ColorTileProps = {
  /** Null for no team. */
  team: Team | null
  name: string
  line: string
}

/** The content of a picker's color tile: both colors, a name and a description. */
export const ColorTile = ({ team, name, line }: ColorTileProps) => (
  <>
    <span
      className={classes(swatchStyles['swatch'], styles['swatch'], team === null && swatchStyles['none'])}
      {...teamAttribute(team)}
    />
    <span className={styles['words']}>
      <b>{name}</b>
      <span>{line}</span>
    </span>
  </>
)

/** A team's color tile, with the colors in words. */
export const TeamTile = ({ team, name = team.name }: { team: Team; name?: string }) => (
  <ColorTile team={team} name={name} line={team.description} />
)

/** @param query in lowercase */
export const isTeamFound = ({ name, description, division }: Team, query: string): boolean =>
  `${name} ${description} ${division}`.toLowerCase().includes(query)
