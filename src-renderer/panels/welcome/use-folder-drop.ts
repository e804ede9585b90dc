import { type DragEvent, useState } from 'react'

export interface DroppedFolder {
  readonly name: string
  readonly file: File | undefined
}

interface FolderDrop {
  readonly isOver: boolean
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
}

/** Takes what is dropped; a browser tells its name and not its path. */
export function useFolderDrop(onDrop: (folder: DroppedFolder) => void): FolderDrop {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!isInside) setOver(false)
      },
      onDrop: (event) => {
        event.preventDefault()
        setOver(false)
        const file = event.dataTransfer.files[0]
        if (file) onDrop({ name: file.name, file })
      },
    },
  }
}
