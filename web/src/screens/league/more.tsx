import { Ellipsis, KeyRound } from 'lucide-react'
import type { League } from '#shared/contracts/league.ts'
import { leaguePath } from '#shared/domain/league.ts'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import waysStyles from '#web/share/ways.module.css'
import { useCopy } from './use-copy.ts'
import styles from './more.module.css'

type MoreProps = { code: string; league: League }

/** The personal links, for a member's or a commissioner's other devices. */
export function More({ code, league }: MoreProps) {
  const { origin } = usePlatform()
  const { getKeys } = useLeagueCalls(code)
  const { confirmed, copy } = useCopy<'commissioner' | 'member'>()

  async function toLink(role: 'commissioner' | 'member'): Promise<string> {
    const key = (await getKeys.mutateAsync())[role]
    if (key === null) throw new Error('This role has ended.')
    return origin + leaguePath(code, key)
  }
  const copyLink = (role: 'commissioner' | 'member') => void copy(role, toLink(role))

  return (
    <details className={styles['more']} data-scripted>
      <summary className={buttonLook('quiet')}>
        <Ellipsis className={iconLook} aria-hidden="true" />
        Use on another device
      </summary>
      <ul className={waysStyles['ways']}>
        {league.role === 'commissioner' ? (
          <li>
            <button type="button" onClick={() => copyLink('commissioner')}>
              <KeyRound className={iconLook} aria-hidden="true" />
              <b>{confirmed === 'commissioner' ? 'Copied' : "Copy the commissioner's link"}</b>
              <span>Keep this link to run the league from another device. Don't share it.</span>
            </button>
          </li>
        ) : null}
        {league.ownSeat === null ? null : (
          <li>
            <button type="button" onClick={() => copyLink('member')}>
              <KeyRound className={iconLook} aria-hidden="true" />
              <b>{confirmed === 'member' ? 'Copied' : "Copy your seat's link"}</b>
              <span>Keep this link to use your seat on another device. Don't share it.</span>
            </button>
          </li>
        )}
      </ul>
    </details>
  )
}
