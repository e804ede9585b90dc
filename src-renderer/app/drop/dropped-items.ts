/** What a person dropped on the window. */
export interface DroppedItems {
  readonly folders: readonly File[]
  readonly files: readonly File[]
}

/** True while something from outside the page is dragged: files or folders. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Whether the browser can insert dropped text there. */
export function isOverTextField({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('input, textarea') !== null
}

/** Call it during the `drop` event: a transfer is empty afterwards. */
export function readDroppedItems({ items }: DataTransfer): DroppedItems {
  const dropped = [...items].flatMap((item) => {
    const file = item.getAsFile()
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory === true }] : []
  })
  return {
    folders: dropped.filter(({ isFolder }) => isFolder).map(({ file }) => file),
    files: dropped.filter(({ isFolder }) => !isFolder).map(({ file }) => file),
  }
}
