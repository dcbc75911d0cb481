import { useState } from 'react'
import { buttonLook } from './button.ts'

/**
 * Asks before closing a sheet would discard changes. While it asks, `notice` and `footer` replace the sheet's own.
 *
 * @param isChanged whether there are changes to discard
 */
export function useDiscardQuestion(isChanged: boolean, onClose: () => void) {
  const [isAsked, setIsAsked] = useState(false)
  const isAsking = isAsked && isChanged
  return {
    close: () => (isChanged && !isAsking ? setIsAsked(true) : onClose()),
    notice: isAsking ? 'Discard your changes?' : null,
    footer: isAsking ? (
      <>
        <button type="button" className={buttonLook()} onClick={onClose}>
          Discard
        </button>
        <button type="button" className={buttonLook('primary')} onClick={() => setIsAsked(false)}>
          Keep editing
        </button>
      </>
    ) : null,
  }
}
