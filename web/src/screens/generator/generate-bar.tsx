import type { ClientConfig } from '#shared/contracts/config.ts'
import { displayName } from '#shared/domain/card.ts'
import { CardPreview } from '#web/card/card-preview.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'
import type { PlayerForm } from './use-player-form.ts'

type GenerateBarProps = { form: PlayerForm; hasPhoto: boolean; quota: ClientConfig['generations'] | null }

/**
 * The way out of the form, always in reach. Without a photo the button can still be pressed, to hear why nothing
 * happens, and the reason stands beside it.
 */
export function GenerateBar({ form, hasPhoto, quota }: GenerateBarProps) {
  return (
    <div className="go">
      <HashRule />
      <div className="in">
        <div aria-hidden="true">
          <CardPreview {...form} />
        </div>
        <Reason form={form} hasPhoto={hasPhoto} quota={quota} />
        <button
          type="submit"
          className={hasPhoto ? 'btn pri' : 'btn pri off'}
          aria-disabled={!hasPhoto}
          aria-describedby="generate-why"
        >
          Generate
        </button>
      </div>
    </div>
  )
}

function Reason({ form, hasPhoto, quota }: GenerateBarProps) {
  const [first, second] = reasonOf({ form, hasPhoto, quota })
  return (
    <p className="why" id="generate-why">
      <b>{first}</b> {second}
    </p>
  )
}

function reasonOf({ form, hasPhoto, quota }: GenerateBarProps): [string, string] {
  if (quota?.left === 0) return ["Today's cards are used up", `More at ${timeOfDay(quota.resetsAt)}`]
  if (!hasPhoto) return ['Add a photo first', 'Steps 10 to 40, then go']
  const number = form.number ? `No. ${form.number}, ` : ''
  return [displayName(form.nickname), number + form.team.description]
}

const timeOfDay = (iso: string): string =>
  new Date(iso).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })
