import type { ClientConfig } from '#shared/contracts/config.ts'
import { displayName } from '#shared/domain/card.ts'
import { CardPreview } from '#web/card/card-preview.tsx'
import { useOnline } from '#web/lib/online.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import type { PlayerForm } from './use-player-form.ts'

type GenerateBarProps = { form: PlayerForm; hasPhoto: boolean; quota: ClientConfig['generations'] | null }

/**
 * The way out of the form, always in reach. While something is missing the button can still be pressed, to hear why
 * nothing happens, and the reason stands beside it.
 */
export function GenerateBar({ form, hasPhoto, quota }: GenerateBarProps) {
  const isOnline = useOnline()
  const block = blockOf({ hasPhoto, quota, isOnline })
  const [first, second] = block ?? readyLine(form)
  return (
    <div className="go">
      <HashRule />
      <div className="in">
        <div aria-hidden="true">
          <CardPreview {...form} />
        </div>
        <p className="why" id="generate-why">
          <b>{first}</b> {second}
        </p>
        <button
          type="submit"
          className={block ? 'btn pri off' : 'btn pri'}
          aria-disabled={block !== null}
          aria-describedby="generate-why"
        >
          Generate
        </button>
      </div>
    </div>
  )
}

type Line = [first: string, second: string]
type Facts = { hasPhoto: boolean; quota: GenerateBarProps['quota']; isOnline: boolean }

/** Why nothing can be drawn now, the reason that waiting cannot mend last. */
function blockOf({ hasPhoto, quota, isOnline }: Facts): Line | null {
  if (!isOnline) return ["You're offline", 'Your card waits for a connection']
  if (quota?.left === 0) return ["Today's cards are used up", `More at ${timeOfDay(quota.resetsAt)}`]
  return hasPhoto ? null : ['Add a photo first', 'Steps 10 to 40, then go']
}

function readyLine({ nickname, number, team }: PlayerForm): Line {
  return [displayName(nickname), (number ? `No. ${number}, ` : '') + team.description]
}

const timeOfDay = (iso: string): string =>
  new Date(iso).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })
