import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { RECENT_STRIP_CARDS } from '#shared/domain/limits.ts'
import { VOTE_RULE } from '#shared/domain/card-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { CardTile } from '#web/card/card-tile.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { useLive } from '#web/data/live.ts'
import { HALL } from '#web/data/live/news.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { Leaderboard } from './leaderboard.tsx'
import styles from './hall-screen.module.css'

export default function HallScreen() {
  useLive(HALL)
  return (
    <Page title="Hall of Fame">
      <div className={styles['intro']}>
        <h1 className={textStyles['title']} tabIndex={-1}>
          Hall of Fame
        </h1>
        <p className={textStyles['mute']}>
          <span>Made by fans, ranked by fans. </span>
          <span>{VOTE_RULE}</span>
        </p>
      </div>
      <Leaderboard strip={<RecentStrip />} />
      <p className={styles['league']}>
        <Link className={linkLook} to="/face-off">
          Face-Off: pick the better of two cards
        </Link>
      </p>
      <p className={styles['league']}>
        <Link className={linkLook} to="/league">
          Playing in a league? Get one link for all of you.
        </Link>
      </p>
    </Page>
  )
}

/** Scrolls by slightly less than the visible width, so that the visitor keeps their place. */
const PAGE_SHARE = 0.8

/** The five newest cards, which scroll by swipe or buttons where they do not fit. */
export function RecentStrip() {
  const { api } = usePlatform()
  const { data: cards = [], isPending, isError, refetch } = useQuery(cardsQuery(api, 'strip'))
  const strip = useRef<HTMLOListElement>(null)
  const [edge, setEdge] = useState<Edge>('start')
  useEffect(() => {
    if (cards.length > 0 && strip.current) setEdge(getEdge(strip.current))
  }, [cards.length])
  if (!isPending && !isError && cards.length === 0) return null

  const move = (direction: 1 | -1) =>
    strip.current?.scrollBy({ left: direction * strip.current.clientWidth * PAGE_SHARE, behavior: 'smooth' })

  return (
    <section className={styles['recent']} aria-labelledby="recent-strip">
      <div className={styles['head']}>
        <h2 className={textStyles['heading']} id="recent-strip">
          {LABELS.recentlyGenerated}
        </h2>
        {cards.length > 1 ? (
          <div className={styles['buttons']}>
            <StripButton
              label="Newer cards"
              isOff={edge === 'start' || edge === 'both'}
              onPress={() => move(-1)}
              icon={ChevronLeft}
            />
            <StripButton
              label="Older cards"
              isOff={edge === 'end' || edge === 'both'}
              onPress={() => move(1)}
              icon={ChevronRight}
            />
          </div>
        ) : null}
      </div>
      <HashRule className={styles['rule']} />
      {isPending ? <PictureSkeletons count={RECENT_STRIP_CARDS} label={LABELS.loadingGallery} /> : null}
      {isError ? <LoadFailed onRetry={refetch} className={styles['failed']} /> : null}
      {cards.length > 0 ? (
        <ol ref={strip} onScroll={({ currentTarget }) => setEdge(getEdge(currentTarget))}>
          {cards.map((card) => (
            <li key={card.id}>
              <CardTile card={card} sizes="(min-width: 900px) 12vw, (min-width: 600px) 18vw, 25vw" early />
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}

type StripButtonProps = { label: string; isOff: boolean; onPress: () => void; icon: typeof ChevronLeft }

const StripButton = ({ label, isOff, onPress, icon: Icon }: StripButtonProps) => (
  <button
    type="button"
    className={buttonLook('quiet', 'square')}
    aria-label={label}
    aria-disabled={isOff}
    onClick={onPress}
  >
    <Icon className={iconLook} aria-hidden="true" />
  </button>
)

/** The end of the strip that is in view; both where all its cards are. */
type Edge = 'start' | 'middle' | 'end' | 'both'

function getEdge({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Edge {
  if (scrollWidth <= clientWidth + 1) return 'both'
  if (scrollLeft <= 1) return 'start'
  return scrollLeft + clientWidth >= scrollWidth - 1 ? 'end' : 'middle'
}
