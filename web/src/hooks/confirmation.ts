import { useEffect, useState } from 'react'
import { CONFIRMATION_MS } from '#shared/domain/limits.ts'

/** A confirmation on the pressed button, shown for 3 seconds (4 for Instagram). */
export function useConfirmation<Name extends string>() {
  const [current, setCurrent] = useState<{ name: Name } | null>(null)

  useEffect(() => {
    if (!current) return
    const timer = setTimeout(
      () => setCurrent(null),
      current.name === 'instagram' ? CONFIRMATION_MS.instagram : CONFIRMATION_MS.default,
    )
    return () => clearTimeout(timer)
  }, [current])

  return { confirmed: current?.name ?? null, confirm: (name: Name) => setCurrent({ name }) }
}
