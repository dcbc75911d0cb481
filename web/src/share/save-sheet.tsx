import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { displayName, type Visibility } from '#shared/domain/card.ts'
import { FAILURE, LABELS, REFUSAL, SUCCESS, WAITING } from '#shared/domain/messages.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { useSaveCard } from '#web/data/cards.ts'
import { classes } from '#web/ui/classes.ts'
import { isNameRefused, wordsOf } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { Published } from './published.tsx'
import type { SharedCard, ShareSheetProps } from './share-card.ts'
import type { WordsChoice } from './share-words.tsx'
import type { PageLink } from './use-page-link.ts'
import styles from './save-sheet.module.css'
import tickboxStyles from './tickbox.module.css'

type SaveSheetProps = ShareSheetProps & {
  token: string | null
  link: PageLink
  onVisibility: (visibility: Visibility) => void
  onNameRefused: () => void
  onAnother?: (() => void) | undefined
  shared: SharedCard
  words: WordsChoice
  onShare: () => void
}

/** The moment of consent: what publishing means, and a word that the person in the photo agrees (web/README.md, _Decisions_). */
export default function SaveSheet(props: SaveSheetProps) {
  const { card, open, onClose, token, link, onVisibility, onNameRefused, onAnother, shared, words, onShare } = props
  const saving = useSaveCard()
  const [agreed, setAgreed] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const faultId = useId()
  const isPublic = card.visibility === 'public'

  const publish = useSingleFlight(async () => {
    if (!card.stats) return
    if (!agreed) return setFault('Tick the box to publish.')
    setFault(null)
    const { playerName, jerseyNumber, teamColors, imageUrl, stats } = card
    try {
      const { waiting } = await saving.mutateAsync({ playerName, jerseyNumber, teamColors, imageUrl, stats })
      onVisibility(waiting ? 'unlisted' : 'public')
      if (waiting) {
        onClose()
        toast.blank(WAITING.title, { description: WAITING.why })
      } else toast.success(SUCCESS.cardSaved)
    } catch (thrown) {
      const isRefused = isNameRefused(thrown)
      toast.error(FAILURE.save, isRefused ? { description: REFUSAL.nickname } : {})
      setFault(isRefused ? REFUSAL.nickname : wordsOf(thrown))
    }
  })

  async function keepUnlisted() {
    if (!(await link.workOrSay())) return
    onClose()
    toast.blank('Kept unlisted', {
      description: 'Only people with its link can see it. Its photo cannot be adjusted any more.',
    })
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={isPublic ? 'In the Hall' : LABELS.saveToHall}
      kind="dialog"
      footer={
        isPublic ? (
          <>
            {onAnother ? (
              <button type="button" className={buttonLook()} onClick={onAnother}>
                {LABELS.makeAnother}
              </button>
            ) : (
              <Link className={buttonLook()} to="/">
                {LABELS.makeAnother}
              </Link>
            )}
            <button type="button" className={buttonLook()} onClick={onClose}>
              Done
            </button>
          </>
        ) : (
          <>
            <button type="button" className={buttonLook()} onClick={() => void keepUnlisted()}>
              Keep unlisted
            </button>
            <button
              type="button"
              className={lookOf(agreed, saving.isPending)}
              aria-disabled={!agreed || saving.isPending}
              onClick={() => void publish()}
            >
              {saving.isPending ? 'Publishing...' : 'Publish'}
            </button>
          </>
        )
      }
    >
      {isPublic ? (
        <Published {...{ card, token, shared, words, onShare }} />
      ) : (
        <div className={styles['consent']}>
          <CardPicture card={card} sizes="120px" decorative />
          <div>
            <p className={classes(textStyles['heading'], styles['name'])} dir="auto">
              {displayName(card.playerName)}
            </p>
            <p>Anyone can see, share and vote on this. It carries your nickname.</p>
            <p className={textStyles['mute']}>
              In the Hall its stats cannot be edited, and its photo cannot be adjusted. The nickname can be changed.
            </p>
          </div>
          <label className={tickboxStyles['tickbox']}>
            <input
              type="checkbox"
              checked={agreed}
              aria-describedby={fault ? faultId : undefined}
              onChange={(event) => {
                setAgreed(event.target.checked)
                setFault(null)
              }}
            />
            <span>I'm the person in the photo, or I have their OK, and they're 18 or older.</span>
          </label>
          <p className={fieldStyles['error']} role="alert" id={faultId}>
            {fault}
          </p>
          {isNameRefused(saving.error) ? (
            <button type="button" className={buttonLook()} onClick={onNameRefused}>
              Change nickname
            </button>
          ) : null}
        </div>
      )}
    </Sheet>
  )
}

function lookOf(isAgreed: boolean, isPending: boolean): string {
  if (isPending) return buttonLook('primary', 'busy')
  return isAgreed ? buttonLook('primary') : buttonLook('primary', 'off')
}
