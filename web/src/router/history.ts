/** How the visitor came to an address: by Back, Forward or a load, by a link, or by a change of the address in place. */
type Navigation = 'POP' | 'PUSH' | 'REPLACE'

export type Location = {
  pathname: string
  /** With its `?`, or empty. */
  search: string
  /** With its `#`, or empty. */
  hash: string
  /** What {@link History.navigate} was given; survives a reload and Back. */
  state: unknown
  /** Another one for every entry of the history. */
  key: string
  navigation: Navigation
}

export type NavigateOptions = {
  /** Changes the present entry of the history instead of adding one. */
  replace?: boolean
  state?: unknown
}

export type History = {
  location: () => Location
  /** @param to an address of this site, or a query alone (`?page=2`), or how many entries to go: -1 is Back */
  navigate: (to: string | number, options?: NavigateOptions) => void
  isAt: (to: string) => boolean
  /**
   * Back closes what is open over the page instead of leaving it. For that the page has a second entry in the history,
   * one for all that is opened: it stays when that is closed in another way, is passed over by the next Back, and is
   * replaced by the page that is gone to next.
   *
   * @param onBack told of Back, once the page's own entry is the present one again
   * @returns what ends it
   */
  interceptBack: (onBack: () => void) => () => void
  /** @returns what ends it */
  listen: (run: () => void) => () => void
}

/** Where the entries lie: those of the browser, or of a test. */
export type Entries = {
  /** The address and state of the present entry. */
  read: () => { href: string; kept: unknown }
  write: (href: string, kept: Kept, isNew: boolean) => void
  go: (steps: number) => void
  /** @param run told that the present entry is another one, though nothing was written */
  onMove: (run: () => void) => () => void
}

/** How an entry keeps its state; the second one of a page also the key of the page's own. */
type Kept = { usr: unknown; key: string; over?: string | null }

/** Of an entry that the browser has made. */
const NO_KEY = 'default'
const newKey = () => Math.random().toString(36).slice(2, 10)
/** Stands in for this site's own host, so that no address leads away from it. */
const HERE = 'http://here'

function partsOf(to: string, from = '/') {
  const { pathname, search, hash } = new URL(to, HERE + from)
  return { pathname, search, hash }
}
const hrefOf = ({ pathname, search, hash }: ReturnType<typeof partsOf>) => pathname + search + hash

/** The address as a value that can be listened to. Changes of the address that are not made here are heard of on Back and Forward only. */
export function createHistory(entries: Entries): History {
  const listeners = new Set<() => void>()
  const intercepting = new Set<() => void>()
  let location = read('POP')
  let over = kept().over ?? null
  let stop = () => {}

  function kept(): Partial<Kept> {
    return entries.read().kept ?? {}
  }
  function read(navigation: Navigation): Location {
    const { usr = null, key = NO_KEY } = kept()
    return { ...partsOf(HERE + entries.read().href), state: usr, key, navigation }
  }
  const tell = (navigation: Navigation) => {
    location = read(navigation)
    listeners.forEach((run) => run())
  }
  /** Writes the present address again: in this entry, or in a second one. */
  const writeHere = (isSecond: boolean) => {
    over = isSecond ? location.key : null
    entries.write(hrefOf(location), { usr: location.state, key: location.key, over }, isSecond)
  }

  function moved() {
    const own = over
    const { key = NO_KEY, ...entry } = kept()
    over = entry.over ?? null
    if (own !== key) return tell('POP')
    if (intercepting.size === 0) return entries.go(-1)
    // The address may have been replaced meanwhile, in the second entry.
    writeHere(false)
    intercepting.forEach((run) => run())
  }

  return {
    location: () => location,
    navigate(to, { replace = false, state = null } = {}) {
      if (typeof to === 'number') return entries.go(to)
      const isNew = !replace && over === null
      if (!replace) over = null
      entries.write(hrefOf(partsOf(to, location.pathname)), { usr: state, key: newKey(), over }, isNew)
      tell(replace ? 'REPLACE' : 'PUSH')
    },
    isAt: (to) => hrefOf(partsOf(to, location.pathname)) === hrefOf(location),
    interceptBack(onBack) {
      // An entry without a key would be taken for others that have none, such as that of a link to a heading.
      if (location.key === NO_KEY) location = { ...location, key: newKey() }
      if (over === null) {
        writeHere(false)
        writeHere(true)
      }
      intercepting.add(onBack)
      return () => void intercepting.delete(onBack)
    },
    listen(run) {
      if (listeners.size === 0) stop = entries.onMove(moved)
      listeners.add(run)
      return () => {
        listeners.delete(run)
        if (listeners.size === 0) stop()
      }
    },
  }
}

/** The history of this tab. */
export const createBrowserHistory = (): History =>
  createHistory({
    read: () => ({ href: hrefOf(location), kept: history.state }),
    write(href, kept, isNew) {
      const url = location.origin + href
      if (isNew) history.pushState(kept, '', url)
      else history.replaceState(kept, '', url)
    },
    go: (steps) => history.go(steps),
    onMove(run) {
      addEventListener('popstate', run)
      return () => removeEventListener('popstate', run)
    },
  })

/** Is at one address, and stays there: for what is drawn without a browser. */
export const createFixedHistory = (href: string): History =>
  createHistory({
    read: () => ({ href, kept: null }),
    write: () => {},
    go: () => {},
    onMove: () => () => {},
  })
