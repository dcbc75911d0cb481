import { LIVE } from '#shared/domain/messages.ts'
import { useLiveNews, usePause } from '#web/data/live.ts'
import type { LivePlace } from '#web/data/live/news.ts'

/** How many are here, and the switch that keeps the page still. */
export function LiveLine({ place }: { place: LivePlace }) {
  const { fans } = useLiveNews(place)
  const { isPaused, pause } = usePause()
  return (
    <div className="live">
      <button
        type="button"
        className="live-switch"
        role="switch"
        aria-checked={!isPaused}
        onClick={() => pause(!isPaused)}
      >
        <span className="knob" aria-hidden="true" />
        <span>
          {LIVE.live}
          <span className="live-what">{LIVE.updates}</span>
        </span>
      </button>
      {fans === null || fans < 2 || isPaused ? null : <span className="fans">{LIVE.fans(fans)}</span>}
    </div>
  )
}
