import { ChevronDown, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Generation, MadeCard } from '#shared/contracts/generations.ts'
import { getOverall, STATS, type Stats } from '#shared/domain/stats.ts'
import { Overall, Score, StatRows } from '#web/card/stat-rows.tsx'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Reveal } from './reveal.tsx'
import { useCountUp } from './use-count-up.ts'
import styles from './result-stats.module.css'

const loadStatsSheet = () => import('./stats-sheet.tsx')
const StatsSheet = lateSheet(loadStatsSheet)

type ResultStatsProps = { generation: Generation; card: MadeCard; reveal: Reveal }

/** A new card's stats, which count up during the reveal. Collapsed on phones, because the card shows them too. */
export function ResultStats({ generation, card, reveal }: ResultStatsProps) {
  const editing = useSheet()
  const part = useCountUp(reveal.state)
  const [isOpen] = useState(() => matchMedia('(min-width: 900px)').matches)
  return (
    <Score>
      <Overall
        value={Math.round(getOverall(card.stats) * part)}
        // The tier stays hidden until the stats have counted up, so that it is a surprise.
        {...(part < 1 ? {} : { tier: card.tier })}
      >
        {card.visibility === 'public' || card.hidden ? (
          <span className={classes(textStyles['small'], textStyles['mute'])}>
            {card.hidden ? 'Locked while hidden' : 'Locked while in the Hall'}
          </span>
        ) : (
          <button
            type="button"
            className={buttonLook()}
            aria-haspopup="dialog"
            onClick={editing.open}
            onPointerEnter={fetchEarly(loadStatsSheet)}
          >
            <Pencil className={iconLook} aria-hidden="true" />
            Edit stats
          </button>
        )}
      </Overall>
      <details className={styles['fold']} open={isOpen}>
        <summary className={buttonLook('quiet')}>
          Stats
          <ChevronDown className={iconLook} aria-hidden="true" />
        </summary>
        <StatRows stats={scale(card.stats, part)} />
      </details>
      {editing.times === 0 ? null : (
        <StatsSheet key={editing.times} open={editing.isOpen} onClose={editing.close} id={generation.id} card={card} />
      )}
    </Score>
  )
}

const scale = (stats: Stats, part: number): Stats =>
  Object.fromEntries(STATS.map(({ name }) => [name, Math.round(stats[name] * part)])) as Stats
