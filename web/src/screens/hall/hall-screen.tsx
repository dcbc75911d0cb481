import '#web/styles/hall.css'
import '#web/styles/vote.css'
import '#web/styles/board.css'
import '#web/styles/grid.css'
import '#web/styles/live.css'
import { HALL, useLive } from '#web/data/live.ts'
import { Page } from '#web/ui/page.tsx'
import { Leaderboard } from './leaderboard.tsx'
import { RecentStrip } from './recent-strip.tsx'

export default function HallScreen() {
  useLive(HALL)
  return (
    <Page title="Hall of Fame">
      <div className="hall-top">
        <div className="hall-h">
          <h1 className="h1" tabIndex={-1}>
            <span>Hall </span>
            <span>of Fame</span>
          </h1>
          <p className="mute">
            <span>Every card here was saved by its maker. </span>
            <span>One vote per card and day.</span>
          </p>
        </div>
        <RecentStrip />
      </div>
      <Leaderboard />
    </Page>
  )
}
