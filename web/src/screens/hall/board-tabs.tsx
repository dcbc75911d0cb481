import { Link } from 'react-router-dom'
import type { Team } from '#shared/domain/team.ts'
import { type Board, boardPath, BOARDS } from './board-address.ts'

/** The boards as links: each has an address of its own and keeps the team. */
export const BoardTabs = ({ board, team }: { board: Board; team: Team | null }) => (
  <nav className="tabs" aria-label="Boards">
    {BOARDS.map((one) => (
      <Link
        key={one.sort}
        to={boardPath(one, team)}
        aria-current={one.sort === board.sort ? 'page' : undefined}
        preventScrollReset
      >
        {one.tab}
      </Link>
    ))}
  </nav>
)
