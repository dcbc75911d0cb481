import { Pencil, RotateCcw } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Generation, MadeCard } from '#shared/contracts/generations.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import { overallOf } from '#shared/domain/stats.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { Stage } from '#web/card/stage.tsx'
import { Overall, StatRows } from '#web/card/stat-rows.tsx'
import { teamStyle } from '#web/card/team-style.ts'
import { ResultActions } from './result-actions.tsx'

const loadStatsSheet = () => import('./stats-sheet.tsx')
const StatsSheet = lazy(loadStatsSheet)

type ResultPanelProps = { generation: Generation; card: MadeCard; takesFocus: boolean; onNew: () => void }

export function ResultPanel({ generation, card, takesFocus, onNew }: ResultPanelProps) {
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!takesFocus) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [takesFocus])

  return (
    <div className="gen" style={teamStyle(card.teamColors)}>
      <div className="res-h">
        <h1 className="h1" tabIndex={-1} ref={heading}>
          {SUCCESS.cardReady}
        </h1>
      </div>
      <Stage team={card.teamColors} big>
        <CardPicture card={card} hero />
      </Stage>
      <div className="res-b">
        <ResultActions generation={generation} card={card} />
        <section className="score" aria-label="Stats">
          <Overall value={overallOf(card.stats)} tier={card.tier}>
            {/* What is in the Hall stays as it was saved. */}
            {card.visibility === 'public' ? null : (
              <button
                type="button"
                className="btn"
                aria-haspopup="dialog"
                onClick={() => setSheet('open')}
                onPointerEnter={() => void loadStatsSheet()}
              >
                <Pencil className="i" aria-hidden="true" />
                Edit stats
              </button>
            )}
          </Overall>
          <StatRows stats={card.stats} />
        </section>
        <div className="more">
          <button type="button" className="link" onClick={onNew}>
            <RotateCcw className="i" aria-hidden="true" />
            New card
          </button>
        </div>
      </div>
      {sheet === 'never' ? null : (
        <Suspense>
          <StatsSheet open={sheet === 'open'} onClose={() => setSheet('closed')} id={generation.id} card={card} />
        </Suspense>
      )}
    </div>
  )
}
