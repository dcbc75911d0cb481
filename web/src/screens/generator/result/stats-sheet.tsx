import { useState } from 'react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { getTier } from '#shared/domain/rarity.ts'
import { getOverall, STATS, type Stats } from '#shared/domain/stats.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { useGenerationCalls } from '#web/data/generations.ts'
import { classes } from '#web/ui/classes.ts'
import { getMessage } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { SliderRow } from '#web/ui/slider-row.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import styles from './stats-sheet.module.css'

type StatsSheetProps = { open: boolean; onClose: () => void; id: string; card: MadeCard }

/** Edits the five stats. Saving redraws the card. Asks before it discards changes. */
export default function StatsSheet({ open, onClose, id, card }: StatsSheetProps) {
  const [stats, setStats] = useState(card.stats)
  const [fault, setFault] = useState<string | null>(null)
  const { editStats } = useGenerationCalls()
  const question = useDiscardQuestion(!isSame(stats, card.stats), onClose)

  const save = useSingleFlight(async () => {
    setFault(null)
    try {
      await editStats.mutateAsync({ id, stats })
      onClose()
    } catch (thrown) {
      setFault(getMessage(thrown))
      toast.error(getMessage(thrown))
    }
  })

  const footer = question.footer ?? (
    <>
      <button type="button" className={buttonLook()} onClick={onClose}>
        {LABELS.cancel}
      </button>
      <button
        type="button"
        className={buttonLook('primary')}
        onClick={() => void save()}
        disabled={editStats.isPending}
      >
        {editStats.isPending ? 'Saving...' : LABELS.saveChanges}
      </button>
    </>
  )
  return (
    <Sheet
      open={open}
      onClose={question.close}
      title="Edit stats"
      mini={<CardPicture card={card} sizes="44px" decorative />}
      footer={footer}
      notice={question.notice ?? fault}
    >
      <div {...teamAttribute(card.teamColors)}>
        <p className={classes(textStyles['small'], textStyles['mute'], styles['note'])}>
          Overall <b>{getOverall(stats)}</b>, {getTier(stats)}. Rolled: {getTier(card.rolledStats)}.{' '}
          <button type="button" className={linkLook} onClick={() => setStats(card.rolledStats)}>
            Reset to roll
          </button>
        </p>
        {STATS.map(({ name, label }) => (
          <SliderRow
            key={name}
            label={label}
            value={stats[name]}
            onChange={(value) => setStats((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
    </Sheet>
  )
}

const isSame = (one: Stats, other: Stats) => STATS.every(({ name }) => one[name] === other[name])
