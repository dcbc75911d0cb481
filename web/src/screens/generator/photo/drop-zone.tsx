import { type DragEvent, memo, useEffect } from 'react'
import { type DropzoneRootProps, useDropzone } from 'react-dropzone'

/** Handlers that let a photo be dropped on an element, and whether one is held over it. */
export type Dropping = { handlers: DropzoneRootProps; isOver: boolean }

export type DropZoneProps = {
  onFile: (file: File) => void
  /** A picture of another page was dropped, of which there is only the address. */
  onAddress: () => void
  onChange: (dropping: Dropping | null) => void
}

/**
 * Makes an element of the page take dropped photos; shows nothing itself. It takes any one file: why a file is refused
 * is said in one place, not here.
 */
function DropZone({ onFile, onAddress, onChange }: DropZoneProps) {
  const { getRootProps, isDragActive: isOver } = useDropzone({
    noClick: true,
    noKeyboard: true,
    // Pasting is listened for on the whole page.
    noPaste: true,
    onDrop: ([file], [refused]) => {
      const dropped = file ?? refused?.file
      if (dropped) onFile(dropped)
    },
  })
  useEffect(() => {
    const onDrop = ({ dataTransfer: { types } }: DragEvent) => {
      if (!types.includes('Files') && types.length > 0) onAddress()
    }
    onChange({ handlers: getRootProps({ role: undefined, tabIndex: undefined, onDrop }), isOver })
    return () => onChange(null)
  }, [onChange, onAddress, getRootProps, isOver])
  return null
}

// Its handlers are new objects each time, so telling the parent must not render this again.
export default memo(DropZone)
