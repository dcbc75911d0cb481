/** The yard marks of a field: the one ornament. */
export const HashRule = () => <div className="hash" aria-hidden="true" />
