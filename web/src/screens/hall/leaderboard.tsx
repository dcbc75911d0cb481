import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { LABELS } from '#shared/domain/messages.ts'
import { getTeam } from '#shared/domain/team.ts'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { Podium } from './podium.tsx'
import { RankedCard } from './ranked-card.tsx'
import { TeamFilter } from './team-filter.tsx'

const PARAM = 'team'
const PODIUM_PLACES = 3
const SKELETONS = 10

/** The hundred cards with the most votes. The team filter is in the address, so links and Back work. */
export function Leaderboard() {
  const { api } = usePlatform()
  const [params, setParams] = useSearchParams()
  const team = getTeam(params.get(PARAM) ?? '')
  const { data: loaded = [], isPending, isError, refetch } = useQuery(cardsQuery(api, 'top'))
  const cards = team ? loaded.filter((card) => card.teamColors === team.name) : loaded

  return (
    <section className="board" aria-labelledby="board">
      <div className="bar-r">
        <h2 className="h2" id="board">
          {LABELS.top100}
        </h2>
        <TeamFilter
          team={team}
          onChange={(next) => setParams(next ? { [PARAM]: next.name } : {}, { preventScrollReset: true })}
        />
      </div>
      {isPending ? (
        <div className="grid-wait">
          <PictureSkeletons count={SKELETONS} label={LABELS.loadingGallery} />
        </div>
      ) : null}
      {isError ? <LoadFailed onRetry={refetch} /> : null}
      {!isPending && cards.length === 0 ? <p className="empty-filter">{LABELS.emptyFilter}</p> : null}
      {cards.length > 0 ? <Podium cards={cards.slice(0, PODIUM_PLACES)} /> : null}
      {cards.length > PODIUM_PLACES ? (
        <ol className="grid" start={PODIUM_PLACES + 1}>
          {cards.slice(PODIUM_PLACES).map((card, index) => (
            <RankedCard key={card.id} card={card} rank={index + PODIUM_PLACES + 1} />
          ))}
        </ol>
      ) : null}
    </section>
  )
}
