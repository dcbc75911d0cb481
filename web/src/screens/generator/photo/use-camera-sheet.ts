import { useState } from 'react'

/** State of the page's camera sheet, which opens from several places. */
export function useCameraSheet() {
  const [isOpen, setIsOpen] = useState(false)
  const [isNear, setIsNear] = useState(false)
  return {
    isOpen,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    /** True if the visitor may open the sheet soon, so that it preloads. */
    isNear,
    near: () => setIsNear(true),
  }
}
export type CameraControl = ReturnType<typeof useCameraSheet>
