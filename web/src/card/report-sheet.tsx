import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { type ReportReason } from '#shared/contracts/reports.ts'
import { displayName } from '#shared/domain/card.ts'
import { REPORT_DECISION_HOURS, REPORT_DETAIL_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { REPORT_REASONS, useReport } from '#web/data/reports.ts'
import { classes } from '#web/ui/classes.ts'
import { getMessage } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import type { CardSheetProps } from './sheet-props.ts'
import styles from './report-sheet.module.css'

type ReportSheetProps = CardSheetProps & { mini: ReactNode }

/** The report form, then a thank-you. If sending fails, the form keeps its input. */
export function ReportSheet({ card, open, onClose, mini }: ReportSheetProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [detail, setDetail] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const report = useReport(card.id)
  const name = displayName(card.playerName)

  function close() {
    onClose()
    report.end()
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (reason === null) askForReason()
    else void sendReport(reason)
  }

  function askForReason() {
    setIsMissing(true)
    form.current?.scrollIntoView()
    form.current?.querySelector('input')?.focus({ preventScroll: true })
  }

  const sendReport = useSingleFlight(async (chosen: ReportReason) => {
    try {
      await report.mutateAsync({ reason: chosen, detail })
    } catch {
      // The sheet shows why.
    }
  })

  if (report.isSuccess)
    return (
      <Sheet
        open={open}
        onClose={close}
        title="Thank you"
        kind="dialog"
        mini={mini}
        footer={
          <button type="button" className={buttonLook('primary')} onClick={close}>
            Done
          </button>
        }
      >
        <output>
          We got your report about {name}. A moderator will review it within {REPORT_DECISION_HOURS} hours.
        </output>
      </Sheet>
    )

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={LABELS.reportCard}
      kind="dialog"
      mini={mini}
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={formId} className={buttonLook('primary')} aria-disabled={report.isPending}>
            {report.isPending ? 'Sending report' : 'Send report'}
          </button>
        </>
      }
    >
      <form id={formId} ref={form} className={styles['report']} onSubmit={send} noValidate>
        <p className={classes(textStyles['small'], textStyles['mute'])}>
          No account needed. The person who made the card won't know who reported it.
        </p>
        <fieldset>
          <legend>What's wrong with this card?</legend>
          <Fault>{isMissing && reason === null ? 'Please choose a reason.' : null}</Fault>
          {REPORT_REASONS.map((one) => (
            <label key={one.reason} className={styles['choice']}>
              <input
                type="radio"
                name="reason"
                value={one.reason}
                checked={reason === one.reason}
                onChange={() => setReason(one.reason)}
              />
              <span>
                {one.label}
                <small>{one.hint}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <Field label="Anything we should know (optional)">
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={REPORT_DETAIL_MAX_CHARACTERS}
              value={detail}
              onChange={(event) => setDetail(event.target.value)}
            />
          )}
        </Field>
        <Fault>{report.error ? getMessage(report.error) : null}</Fault>
      </form>
    </Sheet>
  )
}

const Fault = ({ children }: { children: string | null }) => (
  <p className={fieldStyles['error']} role="alert">
    {children === null ? null : (
      <>
        <CircleAlert className={iconLook} aria-hidden="true" />
        {children}
      </>
    )}
  </p>
)
