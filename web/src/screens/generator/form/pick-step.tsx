import { ChevronDown, Dices } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { wantsStillness } from '#web/hooks/motion.ts'
import { pickOther } from '#web/lib/pick-other.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { addRecent, readRecents } from '#web/screens/generator/form/recents.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly } from '#web/ui/late-sheet.tsx'
import type { PickerProps } from '#web/ui/picker.tsx'
import swatchStyles from '#web/ui/swatch.module.css'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { Step } from './step.tsx'
import styles from './pick-step.module.css'

/** The props that a step passes to its picker sheet. */
export type StepPickerProps<T> = Omit<PickerProps<T>, 'groups' | 'layout' | 'renderTile' | 'search'>

type PickStepProps<T> = {
  number: 3 | 4
  all: readonly T[]
  /** Null while there is no choice yet. */
  chosen: T | null
  onChange: (option: T) => void
  words: {
    title: string
    roll: string
    done: string
    rolled: (option: T) => string
    recents: string
    /** Shown while nothing is chosen. */
    none?: { name: string; line: string }
  }
  /** Returns an option's name and description. */
  describe: (option: T) => { name: string; line: string }
  /** The picture at the left end of the button. */
  renderFace: (option: T) => ReactNode
  mini: ReactNode
  renderPicker: (props: StepPickerProps<T>) => ReactNode
  /** Preloads the sheet. */
  loadPicker: () => Promise<unknown>
}

const NO_CHOICE = { name: '', line: '' }

/** A step with one choice out of many: a field that opens the picker, and a random roll. */
export function PickStep<T extends { readonly id: string }>(props: PickStepProps<T>) {
  const { number, all, chosen, onChange, words, describe, renderFace, mini, renderPicker, loadPicker } = props
  const { memory } = usePlatform()
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  const { rolling, spin } = useSpin(all, chosen, onChange, (picked) => {
    addRecent(memory, words.recents, picked.id)
    toast.blank(describe(picked).name, { description: words.rolled(picked) })
  })
  const current = rolling ?? chosen
  const describeOption = (option: T | null) => (option === null ? (words.none ?? NO_CHOICE) : describe(option))
  const { name, line } = describeOption(current)

  function close() {
    if (chosen !== null) addRecent(memory, words.recents, chosen.id)
    setSheet('closed')
  }
  const roll = (isQuiet: boolean) => (
    <button
      type="button"
      className={isQuiet ? buttonLook('quiet') : buttonLook()}
      onClick={spin}
      aria-disabled={rolling !== null}
    >
      <Dices className={rolling ? classes(iconLook, styles['spinning']) : iconLook} aria-hidden="true" />
      {words.roll}
    </button>
  )

  return (
    <Step number={number} title={words.title} state={chosen === null ? 'todo' : 'done'} aside={roll(true)}>
      <button
        type="button"
        className={rolling ? classes(styles['pick'], styles['rolling']) : styles['pick']}
        aria-haspopup="dialog"
        onClick={() => setSheet('open')}
        onPointerEnter={fetchEarly(loadPicker)}
        onFocus={fetchEarly(loadPicker)}
      >
        {current === null ? (
          <span className={classes(swatchStyles['swatch'], styles['swatch'])} />
        ) : (
          renderFace(current)
        )}
        <span className={textStyles['unseen']}>
          {words.title}: {rolling ? describeOption(chosen).name : null}
        </span>
        {/* Screen readers do not announce the rolling options. */}
        <span className={styles['words']} aria-hidden={rolling !== null}>
          <b>{name}</b>
          <span className={textStyles['unseen']}>, </span>
          <span>{line}</span>
        </span>
        <ChevronDown className={iconLook} aria-hidden="true" />
      </button>
      {sheet === 'never'
        ? null
        : renderPicker({
            open: sheet === 'open',
            onClose: close,
            title: words.title,
            chosen: current,
            onChange,
            recents: findRecents(all, readRecents(memory, words.recents), chosen),
            mini,
            footer: (
              <>
                {roll(false)}
                <button type="button" className={buttonLook('primary')} onClick={close}>
                  {words.done}
                </button>
              </>
            ),
          })}
    </Step>
  )
}

/** Returns up to three recently chosen options. */
const findRecents = <T extends { readonly id: string }>(
  all: readonly T[],
  ids: readonly string[],
  chosen: T | null,
): T[] => ids.flatMap((id) => all.find((one) => one.id === id && one.id !== chosen?.id) ?? []).slice(0, 3)

const TICK_MS = 60
/** 600 ms in total: long enough to look like a roll, too short to feel like a wait. */
const TICKS = 10

/**
 * Picks a random option at once, and rolls through others before it lands on it. With reduced motion, it lands
 * immediately.
 *
 * @returns `rolling`: the option to show meanwhile, or null
 */
function useSpin<T>(all: readonly T[], current: T | null, onPick: (picked: T) => void, onLand: (picked: T) => void) {
  const [rolling, setRolling] = useState<T | null>(null)
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])

  function spin() {
    if (rolling !== null) return
    const picked = pickOther(all, current)
    // A card that is sent during the roll has the pick.
    onPick(picked)
    if (wantsStillness()) return onLand(picked)

    let rolled = pickOther(all, current)
    let ticks = 0
    setRolling(rolled)
    timer.current = setInterval(() => {
      rolled = pickOther(all, rolled)
      ticks += 1
      if (ticks < TICKS) return setRolling(rolled)
      clearInterval(timer.current)
      setRolling(null)
      onLand(picked)
    }, TICK_MS)
  }
  return { rolling, spin }
}
