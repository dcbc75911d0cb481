import { type RefObject, useEffect, useState } from 'react'

/** A menu that closes by Escape, which goes back to its button, and as soon as anything else is meant. */
export function useMenu(root: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)

  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false)
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      root.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [isOpen, root])

  return { isOpen, close, toggle: () => setIsOpen((before) => !before) }
}
