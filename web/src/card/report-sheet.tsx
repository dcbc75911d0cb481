import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type ReportReason } from '#shared/contracts/reports.ts'
import { displayName } from '#shared/domain/card.ts'
import { REPORT_DECISION_HOURS, REPORT_DETAIL_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { REPORT_REASONS, useReport } from '#web/data/reports.ts'
import { wordsOf } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/lib/use-single-flight.ts'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { CardSheetProps } from './sheet-props.ts'

type ReportSheetProps = CardSheetProps & { mini: ReactNode }

/** Reasons, a few words, and what happens next. What was chosen and typed stays when sending fails. */
export function ReportSheet({ card, open, onClose, mini }: ReportSheetProps) {
  const formId = useId()
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
    if (reason === null) setIsMissing(true)
    else void sendReport(reason)
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
          <button type="button" className="btn pri" onClick={close}>
            Done
          </button>
        }
      >
        <output>
          Your report about {name} has arrived. Somebody looks at it within {REPORT_DECISION_HOURS} hours, and the card
          is hidden if it breaks the rules.
        </output>
      </Sheet>
    )

  const fault = isMissing && reason === null ? 'Please choose a reason.' : report.error ? wordsOf(report.error) : null
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={LABELS.reportCard}
      kind="dialog"
      mini={mini}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={formId} className="btn pri" aria-disabled={report.isPending}>
            {report.isPending ? 'Sending report' : 'Send report'}
          </button>
        </>
      }
    >
      <form id={formId} className="report" onSubmit={send} noValidate>
        <fieldset>
          <legend>What is wrong with {name}?</legend>
          {REPORT_REASONS.map((one) => (
            <label key={one.reason} className="choice">
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
        <p className="err" role="alert">
          {fault === null ? null : (
            <>
              <CircleAlert className="i" aria-hidden="true" />
              {fault}
            </>
          )}
        </p>
        <p className="small mute">You need no account, and the card's maker does not learn who reported it.</p>
      </form>
    </Sheet>
  )
}
