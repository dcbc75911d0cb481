import { Check, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
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
  /** What stands in a tile; its words name the option. */
  renderTile: (option: T) => ReactNode
  search?: { label: string; matches: (option: T, query: string) => boolean; none: string }
  /** Chosen before, newest first: one press each. */
  recents?: readonly T[]
  mini?: ReactNode
  footer: ReactNode
}

/**
 * One choice out of many, as a sheet of tiles: a radio group for keys and screen readers. A choice counts at once;
 * closing keeps it.
 */
export default function Picker<T extends { readonly id: string }>(props: PickerProps<T>) {
  const { open, onClose, title, groups, search, recents = [], mini, footer } = props
  const [query, setQuery] = useState('')
  const found = groups
    .map(({ name, options }) => ({
      name,
      options: search ? options.filter((one) => search.matches(one, query.trim().toLowerCase())) : options,
    }))
    .filter(({ options }) => options.length > 0)

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      tall
      mini={mini}
      footer={footer}
      top={search ? <SearchBox label={search.label} query={query} onChange={setQuery} /> : null}
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

const lookOf = (layout: 'tiles' | 'gears') => (layout === 'tiles' ? styles['tiles'] : styles['gears'])

function Tiles<T extends { readonly id: string }>({
  title,
  options,
  chosen,
  onChange,
  layout,
  renderTile,
}: PickerProps<T> & { options: readonly T[] }) {
  return (
    <div className={classes(lookOf(layout), options.length === 1 && layout === 'gears' && styles['one'])}>
      {options.map((one) => (
        <label className={styles['tile']} key={one.id}>
          <input
            className={textStyles['unseen']}
            type="radio"
            name={title}
            value={one.id}
            checked={one.id === chosen?.id}
            onChange={() => onChange(one)}
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

type SearchBoxProps = { label: string; query: string; onChange: (query: string) => void }

const SearchBox = ({ label, query, onChange }: SearchBoxProps) => (
  <div className={styles['search']}>
    <Search className={iconLook} aria-hidden="true" />
    <input
      className={fieldStyles['input']}
      type="search"
      aria-label={label}
      placeholder={label}
      value={query}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)
