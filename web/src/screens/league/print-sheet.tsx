import { Download, ExternalLink } from 'lucide-react'
import type { League } from '#shared/contracts/league.ts'
import { leaguePath } from '#shared/domain/league.ts'
import { leaguePrintPath } from '#shared/domain/league-prints.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { isInApp, ownBrowserUrl } from '#web/share/in-app.ts'
import { useDownload } from '#web/share/use-download.ts'
import waysStyles from '#web/share/ways.module.css'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { PAPER_PRINTS, SHARED_PRINTS } from './prints.ts'
import styles from './print-sheet.module.css'

type PrintSheetProps = { code: string; league: League; open: boolean; onClose: () => void }

const WORDS = { done: 'Saved to your downloads.', failed: "That didn't download. Please try again." }

/** Downloads of posters and PDFs of all cards, below a preview of the poster. */
export default function PrintSheet({ code, league, open, onClose }: PrintSheetProps) {
  const { origin, userAgent } = usePlatform()
  const { coming, download } = useDownload(WORDS)
  const elsewhere = isInApp(userAgent) ? ownBrowserUrl(origin + leaguePath(code), userAgent) : null

  const toList = (prints: typeof SHARED_PRINTS) => (
    <ul className={waysStyles['ways']}>
      {prints.map(({ print, label, hint }) => {
        const url = leaguePrintPath(code, print)
        const isComing = coming?.url === url
        return (
          <li key={print} aria-busy={isComing}>
            <a href={url} download onClick={download}>
              <Download className={iconLook} aria-hidden="true" />
              <b>{label}</b>
              <span>{isComing ? describeProgress(coming.part) : hint}</span>
            </a>
          </li>
        )
      })}
    </ul>
  )

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Print & share"
      kind="dialog"
      tall
      footer={
        <button type="button" className={buttonLook()} onClick={onClose}>
          Close
        </button>
      }
    >
      <div className={styles['sheet']}>
        <img
          className={styles['poster']}
          src={`${leaguePrintPath(code, 'feed')}?version=${league.version}`}
          width="1200"
          height="630"
          alt={`Poster of ${league.name}, ${league.season}`}
        />
        {isInApp(userAgent) ? (
          <>
            <p>Press and hold the poster to save it. Open this page in your browser to get PDFs.</p>
            {elsewhere === null ? null : (
              <a className={buttonLook('full')} href={elsewhere}>
                <ExternalLink className={iconLook} aria-hidden="true" />
                Open in browser
              </a>
            )}
          </>
        ) : (
          <>
            <section aria-labelledby="prints-shared">
              <h3 className={styles['heading']} id="prints-shared">
                To share
              </h3>
              {toList(SHARED_PRINTS)}
            </section>
            <section aria-labelledby="prints-paper">
              <h3 className={styles['heading']} id="prints-paper">
                To print
              </h3>
              {toList(PAPER_PRINTS)}
              <p className={textStyles['mute']}>
                Cards: print the test sheet first, at actual size, double-sided, flipped on the long edge.
              </p>
            </section>
          </>
        )}
      </div>
    </Sheet>
  )
}

/** The server draws for a few seconds without reporting progress. */
const describeProgress = (part: number): string =>
  part === 0 ? 'Drawing… this can take a few seconds' : `Downloading… ${Math.floor(part * 100)}%`
