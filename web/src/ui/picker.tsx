import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { HashRule } from './hash-rule.tsx'
import { iconLook } from './icon.ts'
import { Sheet } from './sheet.tsx'
import fieldStyles from './field.module.css'
import styles from './picker.module.css'
import textStyles from './text.module.css'

export type PickerGroup<T> = {
  /** Null where the options need no heading. */
  name: string | null
  options: readonly T[]
}

export type PickerProps<T> = {
  open: boolean
  onClose: () => void
  title: string
  groups: readonly PickerGroup<T>[]
  chosen: T | null
  onChange: (option: T) => void
  /** Makes the tiles: `tiles` are words under a band, `gears` pictures with a word. */
  layout: 'tiles' | 'gears'
  /** The content of a tile; its words name the option. */
  renderTile: (option: T) => ReactNode
  search?: { label: string; matches: (option: T, query: string) => boolean; none: string }
  /** Closes with a tap or Enter on an option. Arrow keys still walk through the options. */
  closesOnChoice?: boolean
  /** Options that are less likely to be wanted. */
  isDim?: (option: T) => boolean
  /** Chosen before, newest first: one press each. */
  recents?: readonly T[]
  mini?: ReactNode
  footer: ReactNode
}

/**
 * One choice out of many, as a sheet of tiles: a radio group for keys and screen readers. A choice counts at once;
 * closing keeps it. Enter chooses what has the focus, or what a search has left alone, and then closes.
 */
export default function Picker<T extends { readonly id: string }>(props: PickerProps<T>) {
  const { open, onClose, title, groups, search, recents = [], mini, footer } = props
  const [query, setQuery] = useState('')
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setQuery('')
  }
  const found = groups
    .map(({ name, options }) => ({
      name,
      options: search ? options.filter((one) => search.matches(one, query.trim().toLowerCase())) : options,
    }))
    .filter(({ options }) => options.length > 0)
  const [onlyFound, another] = found.flatMap(({ options }) => options)

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      tall
      mini={mini}
      footer={footer}
      top={
        search ? (
          <SearchBox
            label={search.label}
            query={query}
            onChange={setQuery}
            onEnter={() => onlyFound && !another && takeOrClose(props, onlyFound)}
          />
        ) : null
      }
    >
      {recents.length > 0 && query === '' ? <Recents {...props} recents={recents} /> : null}
      <div role="radiogroup" aria-label={title}>
        {found.map(({ name, options }) => (
          <div key={name}>
            {name === null ? null : (
              <h3 className={styles['group']}>
                {name}
                <HashRule />
              </h3>
            )}
            <Tiles {...props} options={options} />
          </div>
        ))}
      </div>
      <output className={textStyles['mute']}>{search && found.length === 0 ? search.none : null}</output>
    </Sheet>
  )
}

/** A second time closes, so that Enter twice is all that a keyboard needs. */
function takeOrClose<T extends { readonly id: string }>(props: PickerProps<T>, one: T) {
  const { chosen, onChange, onClose, closesOnChoice = false } = props
  const isChosen = one.id === chosen?.id
  if (!isChosen) onChange(one)
  if (isChosen || closesOnChoice) onClose()
}

const lookOf = (layout: 'tiles' | 'gears') => (layout === 'tiles' ? styles['tiles'] : styles['gears'])

function Tiles<T extends { readonly id: string }>(props: PickerProps<T> & { options: readonly T[] }) {
  const { title, options, chosen, onChange, onClose, closesOnChoice = false, isDim, layout, renderTile } = props
  const isTapped = useRef(false)
  return (
    <div className={classes(lookOf(layout), options.length === 1 && layout === 'gears' && styles['one'])}>
      {options.map((one) => (
        // A tap lands on the tile; keys and screen readers act on the radio button in it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
        <label
          className={classes(styles['tile'], isDim?.(one) && styles['dim'])}
          key={one.id}
          onPointerDown={() => (isTapped.current = true)}
          onKeyDown={() => (isTapped.current = false)}
          onClick={({ target }) => {
            const isTile = !(target instanceof HTMLInputElement)
            if (isTile && closesOnChoice && one.id === chosen?.id) onClose()
          }}
        >
          <input
            className={textStyles['unseen']}
            type="radio"
            name={title}
            value={one.id}
            checked={one.id === chosen?.id}
            onChange={() => {
              onChange(one)
              if (closesOnChoice && isTapped.current) onClose()
            }}
            onKeyDown={onEnterKey(() => takeOrClose(props, one))}
          />
          {renderTile(one)}
          <span className={styles['tick']}>
            <Check className={iconLook} aria-hidden="true" />
          </span>
        </label>
      ))}
    </div>
  )
}

function Recents<T extends { readonly id: string }>({
  recents,
  onChange,
  layout,
  renderTile,
}: PickerProps<T> & { recents: readonly T[] }) {
  const headingId = useId()
  return (
    <section className={styles['recents']} aria-labelledby={headingId}>
      <h3 className={styles['group']} id={headingId}>
        Recent
        <HashRule />
      </h3>
      <div className={lookOf(layout)}>
        {recents.map((one) => (
          <button type="button" className={styles['tile']} key={one.id} onClick={() => onChange(one)}>
            {renderTile(one)}
          </button>
        ))}
      </div>
    </section>
  )
}

type SearchBoxProps = { label: string; query: string; onChange: (query: string) => void; onEnter: () => void }

const SearchBox = ({ label, query, onChange, onEnter }: SearchBoxProps) => (
  <div className={styles['search']}>
    <Search className={iconLook} aria-hidden="true" />
    <input
      className={fieldStyles['input']}
      type="search"
      // A touch device would open its keyboard over half of the tiles, so the search waits for a tap there.
      data-first-focus={matchMedia('(pointer: fine)').matches ? '' : undefined}
      aria-label={label}
      placeholder={label}
      value={query}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onEnterKey(onEnter)}
    />
  </div>
)

const onEnterKey = (act: () => void) => (event: KeyboardEvent) => {
  // A letter of an input method is confirmed by Enter too.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  act()
}
