import { type DragEvent, memo, useEffect } from 'react'
import { type DropzoneRootProps, useDropzone } from 'react-dropzone'

/** Handlers that let a photo be dropped on an element, and whether one is held over it. */
export type Dropping = { handlers: DropzoneRootProps; isOver: boolean }

export type DropZoneProps = {
  onFile: (file: File) => void
  /** Called when an image from another page is dropped, of which only the URL is available. */
  onAddress: () => void
  onChange: (dropping: Dropping | null) => void
}

/**
 * Makes an element accept dropped photos. Renders nothing. It accepts any single file, because file errors are handled
 * in one place elsewhere.
 */
function DropZone({ onFile, onAddress, onChange }: DropZoneProps) {
  const { getRootProps, isDragActive: isOver } = useDropzone({
    noClick: true,
    noKeyboard: true,
    // The page handles pasting.
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
