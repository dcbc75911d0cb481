/** Beside an empty list that could not be loaded. */
export const LoadFailed = ({ what = 'cards', onRetry }: { what?: string; onRetry: () => unknown }) => (
  <p className="load-failed mute">
    Couldn't load {what}
    <span aria-hidden="true">·</span>
    <button type="button" className="link" onClick={() => void onRetry()}>
      Retry
    </button>
  </p>
)
