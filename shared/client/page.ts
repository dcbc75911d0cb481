/** Cancels; idempotent. */
export type Cancel = () => void

/** Texts that a browser keeps for an origin. */
export type TextStore = {
  readonly get: (key: string) => string | null
  /** @returns whether it is kept; a browser may refuse, or be full. Null removes it. */
  readonly set: (key: string, text: string | null) => boolean
}

/** Another window. What it says is heard only while it is that very window, whatever others say in its name. */
export type Peer = {
  /** @param origin of pages that may read it; `*`: any */
  readonly say: (message: unknown, origin: string) => void
  readonly onSaid: (run: (message: unknown, origin: string) => void) => Cancel
}

export type Popup = Peer & {
  readonly isClosed: () => boolean
  readonly close: () => void
}

export type PopupOptions = { readonly name: string; readonly widthPx: number; readonly heightPx: number }

/** The globals of a page that a Worker and Node lack. */
export type Page = {
  /** The address as it stands now, absolute. */
  readonly address: () => string
  /** The address that the page was opened at, whatever it has become since. */
  readonly landing: () => string
  /** Writes another address of this origin over it, without going there. */
  readonly replaceAddress: (address: string) => void
  /** After the address has become another one without leaving: by a push, a replacement or the way back. */
  readonly onNavigated: (run: () => void) => Cancel
  /** The page is hidden, perhaps for good (`visibilitychange`, `pagehide`). */
  readonly onHidden: (run: () => void) => Cancel
  /** The page that led here, or an empty text. */
  readonly referrer: () => string
  /** The screen's width, in CSS pixels. */
  readonly screenWidthPx: () => number
  /** False when it is known that nothing can be reached. */
  readonly isOnline: () => boolean
  /** By Do Not Track or Global Privacy Control. */
  readonly declinesTracking: () => boolean
  /** Leaves for another page. */
  readonly goTo: (address: string) => void
  /** Kept for all tabs. */
  readonly local: TextStore
  /** Kept for this tab. */
  readonly session: TextStore
  /** Another tab has changed `local`; null: all of it. */
  readonly onStored: (run: (key: string | null) => void) => Cancel
  /** @returns null when the browser does not let it open */
  readonly openPopup: (address: string, options: PopupOptions) => Popup | null
  /** The page that this one is framed by, or null. */
  readonly parent: Peer | null
  /** Does `work` while no other tab does work of the same name, as far as the browser can see to that. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
}
