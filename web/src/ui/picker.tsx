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
  /** Null for a group without a heading. */
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
  /** `tiles` have text under a color band; `gears` have a picture and a label. */
  layout: 'tiles' | 'gears'
  /** Renders a tile's content, whose text is the option's accessible name. */
  renderTile: (option: T) => ReactNode
  search?: { label: string; matches: (option: T, query: string) => boolean; none: string }
  /** Closes on a tap or Enter. Arrow keys still move between options. */
  closesOnChoice?: boolean
  /** Dims less likely options. */
  isDim?: (option: T) => boolean
  /** Recently chosen options, newest first. */
  recents?: readonly T[]
  mini?: ReactNode
  footer: ReactNode
}

/**
 * A sheet of tiles to pick one from, as a radio group for keyboards and screen readers. A choice applies immediately,
 * and closing keeps it. Enter chooses the focused option, or a search's only result; Enter again closes.
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

/** Chooses an option. If it is already chosen, closes, so that pressing Enter twice picks and closes. */
function takeOrClose<T extends { readonly id: string }>(props: PickerProps<T>, one: T) {
  const { chosen, onChange, onClose, closesOnChoice = false } = props
  const isChosen = one.id === chosen?.id
  if (!isChosen) onChange(one)
  if (isChosen || closesOnChoice) onClose()
}

const getLook = (layout: 'tiles' | 'gears') => (layout === 'tiles' ? styles['tiles'] : styles['gears'])

function Tiles<T extends { readonly id: string }>(props: PickerProps<T> & { options: readonly T[] }) {
  const { title, options, chosen, onChange, onClose, closesOnChoice = false, isDim, layout, renderTile } = props
  const isTapped = useRef(false)
  return (
    <div className={classes(getLook(layout), options.length === 1 && layout === 'gears' && styles['one'])}>
      {options.map((one) => (
        // Taps hit the tile; keyboards and screen readers use the radio button inside it.
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
      <div className={getLook(layout)}>
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
      // No initial focus on touch devices, whose keyboard would cover half of the tiles.
      data-first-focus={matchMedia('(pointer: fine)').matches ? '' : undefined}
      aria-label={label}
      placeholder={label}
      value={query}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onEnterKey(onEnter)}
    />
  </div>
)

const onEnterKey = (run: () => void) => (event: KeyboardEvent) => {
  // Enter also confirms input method (IME) composition.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  run()
}
