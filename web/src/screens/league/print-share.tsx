import { Printer } from 'lucide-react'
import type { League } from '#shared/contracts/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { leaguePrintPath } from '#shared/domain/league-prints.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { PRINTS } from './prints.ts'
import styles from './print-share.module.css'

const loadSheet = () => import('./print-sheet.tsx')
const PrintSheet = lateSheet(loadSheet)

type PrintShareProps = { code: string; league: League }

/** Opens the posters and PDFs of all cards. Without JavaScript, they are plain links. */
export function PrintShare({ code, league }: PrintShareProps) {
  const sheet = useSheet()
  const cards = league.seats.filter(({ card }) => card !== null).length
  const isEmpty = cards === 0
  return (
    <section className={styles['print']} aria-labelledby="print">
      <h2 className={textStyles['heading']} id="print">
        Print &amp; share
      </h2>
      <p className={textStyles['mute']} id="print-note">
        {isEmpty ? LEAGUE_FAILURE.noCards : describePrints(cards)}
      </p>
      <button
        type="button"
        data-scripted
        className={isEmpty ? buttonLook('full', 'off') : buttonLook('full')}
        aria-haspopup="dialog"
        aria-disabled={isEmpty}
        aria-describedby="print-note"
        onClick={isEmpty ? undefined : sheet.open}
        onPointerEnter={isEmpty ? undefined : fetchEarly(loadSheet)}
      >
        <Printer className={iconLook} aria-hidden="true" />
        Posters and PDFs
      </button>
      {isEmpty ? null : (
        <noscript>
          <p className={styles['files']}>
            {PRINTS.map(({ print, label }) => (
              <a key={print} className={linkLook} href={leaguePrintPath(code, print)} download>
                {label}
              </a>
            ))}
          </p>
        </noscript>
      )}
      {sheet.times === 0 ? null : (
        <PrintSheet key={sheet.times} code={code} league={league} open={sheet.isOpen} onClose={sheet.close} />
      )}
    </section>
  )
}

const describePrints = (cards: number): string =>
  cards === 1
    ? 'The first card as a poster, or to print and cut out.'
    : `All ${cards} cards on one poster, or to print and cut out.`
