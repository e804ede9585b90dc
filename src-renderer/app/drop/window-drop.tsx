import { Ban, FolderInput } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { findDesktop } from '../../connection/desktop.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useNavigation } from '../../navigation/navigation.tsx'
import { openProject } from '../../panels/welcome/open-project.ts'
import { useCommand } from '../../queries/use-command.ts'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { type Overlays, useOverlays } from '../../ui/overlays/overlays.ts'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import type { SessionHere } from '../commands/command.ts'
import {
  type DroppedItems,
  hasFiles,
  isOverTextField,
  readDroppedItems,
  sortFiles,
} from './dropped-items.ts'
import styles from './window-drop.module.css'

const FolderPicker = loadedLater(
  async () => (await import('../../panels/welcome/folder-picker.tsx')).FolderPicker,
)

/**
 * Opens a folder that is dropped anywhere in the window, and adds dropped files to the prompt. Closes
 * what is open over the page first; if that would lose what a person entered there, it says so instead.
 */
export function WindowDrop({ session }: { readonly session: SessionHere | undefined }) {
  const { open, soughtName, pickFolder, stopPicking } = useFolderOpening()
  const addFiles = useAddFiles(session)
  const { tell } = useToasts()
  const overlays = useOverlays()
  const openFolder = (folder: File) => {
    const path = pathOf(folder)
    if (path) open(path)
    else pickFolder(folder.name)
  }
  const hint = useDrag({
    describeDrop: () => {
      const refusal = explainRefusal(overlays)
      return { text: refusal ?? describeDrop(session), isRefusal: refusal !== undefined }
    },
    onDrop: ({ folders, files }) => {
      const [folder, ...others] = folders
      const refusal = explainRefusal(overlays)
      if (refusal !== undefined) tell({ text: refusal })
      else if (folder && others.length + files.length > 0) {
        tell({ text: 'Drop one folder, without anything else, to open it.' })
      } else
        void closeOverlays(overlays).then(() => (folder ? openFolder(folder) : addFiles(files)))
    },
  })
  return (
    <>
      {hint &&
        createPortal(
          <div className={styles.overlay} data-refused={hint.isRefusal || undefined}>
            <div className={styles.hint} role="status">
              {hint.isRefusal ? <Ban aria-hidden="true" /> : <FolderInput aria-hidden="true" />}
              {hint.text}
            </div>
          </div>,
          document.body,
        )}
      {soughtName !== undefined && (
        <FolderPicker sought={soughtName} onChoose={open} onClose={stopPicking} />
      )}
    </>
  )
}

/** Resolves when the overlays have given the focus back, so that it can be moved on. */
async function closeOverlays(overlays: Overlays | undefined): Promise<void> {
  flushSync(() => overlays?.closeAll())
  await Promise.resolve()
}

function describeDrop(session: SessionHere | undefined): string {
  return session
    ? 'Drop a folder to open it, or files to add them to the prompt'
    : 'Drop a folder to open it'
}

/** Returns `undefined` if nothing that a person entered would be lost. */
function explainRefusal(overlays: Overlays | undefined): string | undefined {
  const overlay = overlays?.findWithInput()
  return overlay && `Close “${overlay.title}” first: what you entered there would be lost.`
}

/** Returns the path of a dropped file or folder; empty in a browser, which doesn't share it. */
function pathOf(file: File): string {
  return findDesktop()?.pathForFile(file) ?? ''
}

function useFolderOpening() {
  const client = useHost()
  const { openSession } = useNavigation()
  const { tell } = useToasts()
  const [soughtName, setSoughtName] = useState<string>()
  const { run } = useCommand(async (path: string) => {
    try {
      openSession(await openProject(client, path))
    } catch (error) {
      tell({ text: error instanceof Error ? error.message : `Can’t open ${path}.` })
    }
  })
  return {
    soughtName,
    open: (path: string) => {
      setSoughtName(undefined)
      void run?.(path)
    },
    pickFolder: setSoughtName,
    stopPicking: () => setSoughtName(undefined),
  }
}

function useAddFiles(session: SessionHere | undefined): (files: readonly File[]) => void {
  const { tell } = useToasts()
  return (files) => {
    if (files.length === 0) return
    if (!session) tell({ text: 'Can’t open a file by itself. Drop its project’s folder instead.' })
    else if (!session.commands)
      tell({ text: 'Files can’t be added while you’re viewing the past.' })
    else {
      const { images, mentions, problems } = sortFiles(files, { root: session.root(), pathOf })
      void session.addToPrompt(images, mentions)
      for (const problem of problems) tell({ text: problem })
    }
  }
}

/** What a drop would do, as a sentence. */
interface DropHint {
  readonly text: string
  /** Whether a drop would change nothing. */
  readonly isRefusal: boolean
}

interface DragOptions {
  readonly describeDrop: () => DropHint
  readonly onDrop: (dropped: DroppedItems) => void
}

/**
 * Handles files and folders that are dragged over the window from outside, wherever they are dropped.
 * Returns a hint while something is being dragged. Drags that start in the page stay with their panels.
 */
function useDrag({ describeDrop, onDrop }: DragOptions): DropHint | undefined {
  const [hint, setHint] = useState<DropHint>()
  const describe = useEffectEvent(describeDrop)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const left = new AbortController()
    // Capturing: editors and docks have drop handlers of their own, which would swallow the event.
    const options = { signal: left.signal, capture: true }
    let isOwn = false
    const setOwn = (isFromPage: boolean) => () => {
      isOwn = isFromPage
    }
    const take = (event: DragEvent) => {
      if (isOwn) return false
      if (!hasFiles(event)) {
        // The dock would cancel the browser's own drop of text into a field.
        if (isOverTextField(event)) event.stopPropagation()
        return false
      }
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    window.addEventListener('dragstart', setOwn(true), options)
    window.addEventListener('dragend', setOwn(false), options)
    window.addEventListener('dragenter', (event) => take(event) && setHint(describe()), options)
    window.addEventListener(
      'dragover',
      (event) => {
        if (take(event) && event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      },
      options,
    )
    window.addEventListener(
      'dragleave',
      // A drag that leaves the window, or is canceled, no longer says what it carries.
      ({ relatedTarget }) => relatedTarget === null && setHint(undefined),
      options,
    )
    window.addEventListener(
      'drop',
      (event) => {
        if (!take(event)) return
        setHint(undefined)
        if (event.dataTransfer) drop(readDroppedItems(event.dataTransfer))
      },
      options,
    )
    return () => left.abort()
  }, [])
  return hint
}
