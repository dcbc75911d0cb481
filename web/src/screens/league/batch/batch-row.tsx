import { CircleAlert, Crop, RotateCw, Trash2 } from 'lucide-react'
import { useCallback, useId } from 'react'
import { Link } from 'react-router-dom'
import { JERSEY_NUMBER_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { TEAM_NAME_MAX_CHARACTERS } from '#shared/domain/league.ts'
import { typedText } from '#web/lib/typed-text.ts'
import { CROP_BUTTON_ID } from '#web/card/crop/crop-types.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import textStyles from '#web/ui/text.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { findFault, getStep, isOpen, type Row, STEPS } from './batch-rows.ts'
import styles from './batch-row.module.css'

type BatchRowProps = {
  row: Row
  rows: readonly Row[]
  open: ReadonlyMap<number, string | null>
  /** Time at which a paused batch resumes, or null if it is not paused. */
  pause: number | null
  /** True after the first press on *Make cards*, so missing fields show their errors. */
  isAsked: boolean
  /** True if the crop sheet was last opened for this photo. */
  isAdjusted: boolean
  onChange: (part: Partial<Pick<Row, 'name' | 'seat' | 'number'>>) => void
  onAdjust: () => void
  onRetry: () => void
  onRemove: () => void
}

/** One photo of a batch with its name, its seat and the progress of its card. */
export function BatchRow({ row, rows, open, pause, isAsked, isAdjusted, onChange, ...on }: BatchRowProps) {
  const id = useId()
  const { status, photo, name, number, seat } = row
  const waiting = seat === null ? null : (open.get(seat) ?? null)
  const isEditable = isOpen(row)
  const fault = isEditable ? findFault(row, rows, open) : null
  // An untouched row gets a quiet hint, except about its photo.
  const isConfirmed = fault !== null && (fault.field === 'photo' || isAsked || status.name === 'failed')
  const label = name.trim() || `Photo ${rows.indexOf(row) + 1}`
  const faulty = isConfirmed ? fault.field : null
  return (
    <li className={styles['row']} aria-label={label}>
      <Thumb photo={photo} />
      <div className={styles['fields']}>
        {status.name === 'done' || status.name === 'unreadable' ? (
          <b dir="auto">{name}</b>
        ) : (
          <>
            <div className={styles['name']}>
              <label htmlFor={`${id}-name`}>Name</label>
              <input
                id={`${id}-name`}
                className={fieldStyles['input']}
                dir="auto"
                autoComplete="off"
                aria-invalid={faulty === 'name'}
                aria-describedby={`${id}-state`}
                disabled={!isEditable}
                value={name}
                onChange={(event) => onChange({ name: typedText(event.target.value, TEAM_NAME_MAX_CHARACTERS) })}
              />
            </div>
            <div>
              <label htmlFor={`${id}-seat`}>Seat</label>
              <select
                id={`${id}-seat`}
                className={fieldStyles['input']}
                aria-invalid={faulty === 'seat'}
                aria-describedby={`${id}-state`}
                disabled={!isEditable}
                value={seat ?? ''}
                onChange={(event) => onChange({ seat: Number(event.target.value) || null })}
              >
                {seat === null || !open.has(seat) ? <option value={seat ?? ''}>{seat ?? '—'}</option> : null}
                {[...open].map(([number, teamName]) => (
                  <option key={number} value={number}>
                    {teamName === null ? `${number}` : `${number} · ${teamName}`}
                  </option>
                ))}
              </select>
            </div>
            <div>
              <label htmlFor={`${id}-number`}>No.</label>
              <input
                id={`${id}-number`}
                className={fieldStyles['input']}
                inputMode="numeric"
                autoComplete="off"
                disabled={!isEditable}
                value={number}
                onChange={(event) => onChange({ number: typedText(event.target.value, JERSEY_NUMBER_MAX_CHARACTERS) })}
              />
            </div>
          </>
        )}
      </div>
      <div className={styles['state']} id={`${id}-state`}>
        <Progress row={row} label={label} />
        {isEditable && waiting !== null && waiting !== name.trim() ? (
          <p className={textStyles['mute']}>{waiting} is waiting for a card in this seat.</p>
        ) : null}
        <output className={styles['words']}>
          {fault === null ? (
            <State row={row} pause={pause} />
          ) : isConfirmed ? (
            <Fault words={fault.words} />
          ) : (
            fault.words
          )}
        </output>
      </div>
      <div className={styles['actions']}>
        {status.name === 'failed' && fault === null ? (
          <button type="button" className={buttonLook()} aria-label={`Retry ${label}`} onClick={on.onRetry}>
            <RotateCw className={iconLook} aria-hidden="true" />
            Retry
          </button>
        ) : null}
        {isEditable && photo !== null && row.cardId === null ? (
          <button
            type="button"
            className={buttonLook()}
            id={isAdjusted ? CROP_BUTTON_ID : undefined}
            aria-haspopup="dialog"
            aria-label={`Adjust ${label}`}
            onClick={on.onAdjust}
          >
            <Crop className={iconLook} aria-hidden="true" />
            Adjust
          </button>
        ) : null}
        {isEditable || status.name === 'unreadable' ? (
          <button type="button" className={buttonLook('square')} aria-label={`Remove ${label}`} onClick={on.onRemove}>
            <Trash2 className={iconLook} aria-hidden="true" />
          </button>
        ) : null}
      </div>
    </li>
  )
}

/** The cropped photo, or the original until there is a crop. */
function Thumb({ photo }: Pick<Row, 'photo'>) {
  const blob = photo === null ? null : (photo.sent?.blob ?? photo.blob)
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null || blob === null) return
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  return <div className={styles['thumb']}>{blob === null ? null : <img ref={show} alt="" />}</div>
}

function Progress({ row: { status }, label }: { row: Row; label: string }) {
  const step = getStep(status)
  if (step === null) return null
  return <progress className={styles['progress']} aria-label={`Progress of ${label}`} max={STEPS} value={step} />
}

const DRAWING = { checking: 'Looking at the photo…', drawing: 'Drawing…' } as Readonly<Record<string, string>>

function State({ row: { status, seat }, pause }: Pick<BatchRowProps, 'row' | 'pause'>) {
  switch (status.name) {
    case 'preparing':
      return 'Finding the face…'
    case 'ready':
      return null
    case 'queued':
      return pause === null ? 'Up next' : `Waits until ${toTime(pause)}`
    case 'sending':
      return 'Sending…'
    case 'drawing':
      return DRAWING[status.state] ?? 'Finishing…'
    case 'seating':
      return `Taking seat ${seat}…`
    case 'done':
      return (
        <>
          In seat {seat}. <Link to={`/card/${status.cardId}`}>View card</Link>
        </>
      )
    case 'limited':
      return `${status.words} Goes on at ${toTime(status.until)}.`
    case 'failed':
    case 'unreadable':
      return <Fault words={status.words} />
  }
}

const Fault = ({ words }: { words: string }) => (
  <span className={styles['failed']}>
    <CircleAlert className={iconLook} aria-hidden="true" />
    <span>{words}</span>
  </span>
)

const toTime = (at: number): string => new Date(at).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })
