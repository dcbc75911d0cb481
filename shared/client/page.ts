/** Cancels; idempotent. */
export type Cancel = () => void

/** An origin's string storage in a browser. */
export type TextStore = {
  readonly get: (key: string) => string | null
  /** Null removes the key. @returns false when the browser refuses or its quota is full */
  readonly set: (key: string, text: string | null) => boolean
}

/** Another window. Messages are accepted only when their source is this window. */
export type Peer = {
  /** @param origin the target origin; `*` for any */
  readonly post: (message: unknown, origin: string) => void
  readonly onMessage: (run: (message: unknown, origin: string) => void) => Cancel
}

export type Popup = Peer & {
  readonly isClosed: () => boolean
  readonly close: () => void
}

export type PopupOptions = { readonly name: string; readonly widthPx: number; readonly heightPx: number }

/** The globals of a page that a Worker and Node lack. */
export type Page = {
  /** The current URL, absolute. */
  readonly address: () => string
  /** The URL that the page was opened at. */
  readonly landing: () => string
  /** Replaces the URL without navigating (`history.replaceState`). */
  readonly replaceAddress: (address: string) => void
  /** Called after a same-document navigation: push, replace or back. */
  readonly onNavigated: (run: () => void) => Cancel
  /** Called when the page is hidden or left (`visibilitychange`, `pagehide`). */
  readonly onHidden: (run: () => void) => Cancel
  /** `document.referrer`. */
  readonly referrer: () => string
  /** The screen's width in CSS pixels. */
  readonly screenWidthPx: () => number
  /** False when the browser is certainly offline. */
  readonly isOnline: () => boolean
  /** True with Do Not Track or Global Privacy Control. */
  readonly declinesTracking: () => boolean
  /** Navigates to another page. */
  readonly goTo: (address: string) => void
  /** `localStorage`, shared by all tabs. */
  readonly local: TextStore
  /** `sessionStorage`, for this tab. */
  readonly session: TextStore
  /** Called when another tab changes `local`; null means all of it. */
  readonly onStored: (run: (key: string | null) => void) => Cancel
  /** @returns null when the browser blocks it */
  readonly openPopup: (address: string, options: PopupOptions) => Popup | null
  /** The page that embeds this one, or null. */
  readonly parent: Peer | null
  /** Runs `work` in one tab at a time per name (Web Locks), where the browser supports it. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
}
