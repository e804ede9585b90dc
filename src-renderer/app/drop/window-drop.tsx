import { FolderInput } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { findDesktop } from '../../client/desktop.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useToasts } from '../../client/toasts.ts'
import { useCommand } from '../../client/use-command.ts'
import { openProject } from '../../panels/welcome/open-project.ts'
import { loadedLater } from '../../ui/loaded-later.tsx'
import type { SessionHere } from '../commands/command.ts'
import type { DroppedItems } from './dropped-items.ts'
import { sortFiles } from './sort-files.ts'
import { useDrag } from './use-drag.ts'
import styles from './window-drop.module.css'

const FolderPicker = loadedLater(
  async () => (await import('../../panels/welcome/folder-picker.tsx')).FolderPicker,
)

/** Opens a folder that is dropped anywhere in the window, and adds dropped files to the prompt. */
export function WindowDrop({ session }: { readonly session: SessionHere | undefined }) {
  const { open, soughtName, pickFolder, stopPicking } = useFolderOpening()
  const addFiles = useAddFiles(session)
  const { tell } = useToasts()
  const isOver = useDrag(({ folders, files }: DroppedItems) => {
    const [folder, ...others] = folders
    if (!folder) addFiles(files)
    else if (others.length + files.length > 0) {
      tell({ text: 'Drop one folder, without anything else, to open it.' })
    } else {
      const path = pathOf(folder)
      if (path) open(path)
      else pickFolder(folder.name)
    }
  })
  return (
    <>
      {isOver &&
        createPortal(
          <div className={styles.overlay}>
            <div className={styles.hint} role="status">
              <FolderInput aria-hidden="true" />
              {session
                ? 'Drop a folder to open it, or files to add them to the prompt'
                : 'Drop a folder to open it'}
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
