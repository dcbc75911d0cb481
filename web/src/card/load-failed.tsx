/** Beside an empty list that could not be loaded. */
export const LoadFailed = ({ onRetry }: { onRetry: () => unknown }) => (
  <p className="load-failed mute">
    Couldn't load cards
    <span aria-hidden="true">·</span>
    <button type="button" className="link" onClick={() => void onRetry()}>
      Retry
    </button>
  </p>
)
