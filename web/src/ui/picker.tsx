import '#web/styles/picker.css'
import { Check, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { HashRule } from './hash-rule.tsx'
import { Sheet } from './sheet.tsx'

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
              <h3 className="grp">
                {name}
                <HashRule />
              </h3>
            )}
            <Tiles {...props} options={options} />
          </div>
        ))}
      </div>
      <output className="mute">{search && found.length === 0 ? search.none : null}</output>
    </Sheet>
  )
}

function Tiles<T extends { readonly id: string }>({
  title,
  options,
  chosen,
  onChange,
  layout,
  renderTile,
}: PickerProps<T> & { options: readonly T[] }) {
  return (
    <div className={options.length === 1 && layout === 'gears' ? 'gears one' : layout}>
      {options.map((one) => (
        <label className="tile" key={one.id}>
          <input
            className="sr"
            type="radio"
            name={title}
            value={one.id}
            checked={one.id === chosen?.id}
            onChange={() => onChange(one)}
          />
          {renderTile(one)}
          <span className="tick">
            <Check className="i" aria-hidden="true" />
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
    <section className="recents" aria-labelledby={headingId}>
      <h3 className="grp" id={headingId}>
        Recent
        <HashRule />
      </h3>
      <div className={layout}>
        {recents.map((one) => (
          <button type="button" className="tile" key={one.id} onClick={() => onChange(one)}>
            {renderTile(one)}
          </button>
        ))}
      </div>
    </section>
  )
}

type SearchBoxProps = { label: string; query: string; onChange: (query: string) => void }

const SearchBox = ({ label, query, onChange }: SearchBoxProps) => (
  <div className="search">
    <Search className="i" aria-hidden="true" />
    <input
      className="inp"
      type="search"
      aria-label={label}
      placeholder={label}
      value={query}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)
