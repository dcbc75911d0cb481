import { useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown } from 'lucide-react'
import { LIVE } from '#shared/domain/messages.ts'
import { HALL, updateOrder, useLiveNews } from '#web/data/live.ts'

/**
 * Offers what a list does not show by itself: nothing moves under somebody's finger. It floats over the list and takes
 * no room; that it is there is said once, politely.
 *
 * @param isMoved whether the places have changed
 */
export function OrderPill({ isMoved }: { isMoved: boolean }) {
  const cache = useQueryClient()
  const { arrived } = useLiveNews(HALL)
  const news = arrived.length > 0 ? LIVE.arrived(arrived.length) : isMoved ? LIVE.moved : null
  return (
    <div className="order-news">
      <output className="sr">{news}</output>
      {news === null ? null : (
        <button type="button" className="btn" onClick={() => void updateOrder(cache)}>
          <ArrowUpDown className="i" aria-hidden="true" />
          {news} · {LIVE.update}
        </button>
      )}
    </div>
  )
}
