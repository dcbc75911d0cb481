import { useEffect, useState } from 'react'
import { CONFIRMATION_MS } from '#shared/domain/limits.ts'

/** A word on the button that was pressed. It vanishes by itself after 3 seconds, for Instagram after 4. */
export function useConfirmation<Name extends string>() {
  const [shown, setShown] = useState<{ name: Name } | null>(null)

  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(
      () => setShown(null),
      shown.name === 'instagram' ? CONFIRMATION_MS.instagram : CONFIRMATION_MS.default,
    )
    return () => clearTimeout(timer)
  }, [shown])

  return { confirmed: shown?.name ?? null, confirm: (name: Name) => setShown({ name }) }
}
