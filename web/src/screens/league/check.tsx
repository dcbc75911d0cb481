import { type ReactNode, useEffect, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/field.tsx'
import noticeStyles from '#web/ui/notice.module.css'
import textStyles from '#web/ui/text.module.css'
import styles from './check.module.css'

/** Result of a verification. `wrong seed` does not match the commitment, `wrong result` does not give the outcome. */
export type Verdict = 'match' | 'wrong seed' | 'wrong result'

type CheckProps = {
  commitment: string
  /** The revealed seed. */
  seed: string
  /** Repeats the draw or duel with a seed. Memoized, because a new function starts another verification. */
  verify: (seed: string) => Promise<Verdict>
  words: Record<Verdict, string>
  /** The algorithm, as list items. */
  steps: ReactNode
  how: string
}

/** Verifies a draw or a duel in this browser. The visitor may try other seeds. */
export function Check({ commitment, seed: revealed, verify, words, steps, how }: CheckProps) {
  const [seed, setSeed] = useState(revealed)
  const [verdict, setVerdict] = useState<Verdict | 'unable' | null>(null)

  useEffect(() => {
    let isAwaited = true
    void verify(seed)
      // A page without TLS has no SubtleCrypto.
      .catch((): 'unable' => 'unable')
      .then((result) => {
        if (isAwaited) setVerdict(result)
      })
    return () => {
      isAwaited = false
    }
  }, [seed, verify])

  return (
    <section className={styles['check']} aria-labelledby="check">
      <h2 className={textStyles['heading']} id="check">
        Verify
      </h2>
      <p>Your browser reruns it from the two codes below. Change the seed to see it fail.</p>
      <noscript>
        <p>You need JavaScript to rerun it here. The codes and the steps are below.</p>
      </noscript>
      <output
        data-scripted
        className={classes(noticeStyles['notice'], verdict === 'match' ? noticeStyles['good'] : styles['doubt'])}
      >
        {verdict === null
          ? 'Checking…'
          : verdict === 'unable'
            ? "This browser can't check it here. Open the page over https."
            : words[verdict]}
      </output>
      <div className={styles['seed']}>
        <Field label="Seed, shown at the end">
          {(control) => (
            <textarea
              {...control}
              rows={3}
              autoComplete="off"
              spellCheck={false}
              value={seed}
              onChange={(event) => setSeed(event.target.value.trim().toLowerCase())}
            />
          )}
        </Field>
      </div>
      <div>
        <p className={styles['label']}>Sealed result, shown at the start</p>
        <code className={styles['code']}>{commitment}</code>
      </div>
      <details className={styles['how']}>
        <summary>{how}</summary>
        <ol>
          <li>The sealed result is the SHA-256 of the seed's 32 bytes.</li>
          <li>
            The seed gives a row of numbers. Number i is the first four bytes of SHA-256(seed, then i as four bytes),
            big-endian, counted from 0.
          </li>
          <li>
            A roll below n takes the next number and keeps the remainder after division by n. Numbers at or above the
            largest multiple of n that fits in four bytes are skipped, so that every result is equally likely.
          </li>
          {steps}
        </ol>
      </details>
    </section>
  )
}
