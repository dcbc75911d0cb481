import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { League, LeagueDeletion } from '#shared/contracts/league.ts'
import { displayName } from '#shared/domain/card.ts'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { forgetLeague, useLeagueCalls, useLeagueDeletion } from '#web/data/leagues.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { getMessage } from '#web/lib/failure.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import styles from './delete-league-sheet.module.css'

type DeleteLeagueSheetProps = { code: string; league: League; open: boolean; onClose: () => void }

/** Confirms deleting a league. Enables the button once the list of what is lost has loaded. */
export default function DeleteLeagueSheet({ code, league, open, onClose }: DeleteLeagueSheetProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { data: deletion, isError, refetch } = useLeagueDeletion(code)
  const { remove } = useLeagueCalls(code)
  const isOff = deletion === undefined || remove.isPending

  const deleteOnce = useSingleFlight(async () => {
    if (deletion === undefined) return
    try {
      await remove.mutateAsync()
    } catch {
      // The sheet shows why.
      return
    }
    toast.blank(`${league.name} was deleted.`)
    void navigate('/league', { replace: true })
    forgetLeague(cache, code)
  })

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`Delete ${league.name}?`}
      kind="dialog"
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={onClose}>
            Keep the league
          </button>
          <button
            type="button"
            className={buttonLook('danger')}
            aria-disabled={isOff}
            onClick={() => void deleteOnce()}
          >
            {remove.isPending ? 'Deleting' : 'Delete for good'}
          </button>
        </>
      }
    >
      {isError ? <LoadFailed words="Couldn't load what would be deleted" onRetry={refetch} /> : null}
      {deletion === undefined ? (
        <output className={textStyles['mute']}>{isError ? null : 'Looking at what would be deleted…'}</output>
      ) : (
        <Losses league={league} deletion={deletion} />
      )}
      <p className={fieldStyles['error']} role="alert">
        {remove.error ? (
          <>
            <CircleAlert className={iconLook} aria-hidden="true" />
            {getMessage(remove.error)}
          </>
        ) : null}
      </p>
    </Sheet>
  )
}

const formatCount = (count: number, one: string, many = `${one}s`): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`

function Losses({
  league,
  deletion: { seats, cards, detached, awards, votes, seasons, draws, duels },
}: {
  league: League
  deletion: LeagueDeletion
}) {
  return (
    <div className={styles['losses']}>
      <p>This deletes, for everyone:</p>
      <ul>
        <li>the league's page and its links</li>
        {seats > 0 ? (
          <li>
            {seats === 1 ? '1 seat' : `${seats} seats`}: {league.seats.map(({ teamName }) => teamName).join(', ')}
          </li>
        ) : null}
        {cards.length > 0 ? (
          <li>
            {cards.length === 1 ? '1 card' : `${cards.length} cards`} made for this league, with images and votes:{' '}
            {cards.map(({ playerName }) => displayName(playerName)).join(', ')}
          </li>
        ) : null}
        {awards + votes > 0 ? (
          <li>
            {[formatCount(awards, 'award'), formatCount(votes, 'vote')].filter((part) => part !== null).join(' and ')}
          </li>
        ) : null}
        {draws > 0 ? <li>{formatCount(draws, 'draft lottery', 'draft lotteries')}</li> : null}
        {duels > 0 ? <li>{formatCount(duels, 'duel')}</li> : null}
        {seasons > 0 ? <li>{formatCount(seasons, 'past season')}</li> : null}
      </ul>
      {detached > 0 ? (
        <p>
          {detached === 1 ? '1 card stays' : `${detached} cards stay`} with their makers: those in the Hall, and those
          made elsewhere.
        </p>
      ) : null}
      <p>We can't undo this.</p>
    </div>
  )
}
