import type { Team } from '#shared/domain/team.ts'
import { Link } from '#web/ui/link.tsx'
import { type Board, boardPath, BOARDS } from './board-address.ts'

/** The boards as links: each has an address of its own and keeps the team. */
export const BoardTabs = ({ board, team }: { board: Board; team: Team | null }) => (
  <nav className="tabs" aria-label="Boards">
    {BOARDS.map((one) => (
      <Link key={one.sort} to={boardPath(one, team)} aria-current={one.sort === board.sort ? 'page' : undefined}>
        {one.tab}
      </Link>
    ))}
  </nav>
)
