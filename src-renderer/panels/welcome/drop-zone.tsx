import { useState } from 'react'
import { findDesktop } from '../../client/desktop.ts'
import { Button } from '../../ui/button.tsx'
import { loadedLater } from '../../ui/loaded-later.tsx'
import { Failure } from '../../ui/notice.tsx'
import { OrreryDrawing } from './orrery-drawing.tsx'
import { useFolderDrop } from './use-folder-drop.ts'
import type { Opening } from './use-opening.ts'
import { usePickFolder } from './use-pick-folder.ts'
import styles from './welcome.module.css'

const FolderPicker = loadedLater(async () => (await import('./folder-picker.tsx')).FolderPicker)

type Wish = 'folder' | 'demo'

export interface DropZoneProps {
  readonly opening: Opening
  /** There is something else to begin with. */
  readonly isLater: boolean
}

/** Where a folder is dropped, or chosen. */
export function DropZone({ opening, isLater }: DropZoneProps) {
  const [picking, setPicking] = useState<{ readonly wish: Wish; readonly name?: string }>()
  const pick = usePickFolder()
  const desktop = findDesktop()
  const open = (wish: Wish, path: string) => void opening[wish].run?.(path)
  const choose = async (wish: Wish) => {
    const path = await pick()
    if (path === undefined) setPicking({ wish })
    else if (path !== null) open(wish, path)
  }
  const drop = useFolderDrop(({ file, name }) => {
    const path = file && desktop?.pathForFile(file)
    if (path) open('folder', path)
    else setPicking({ wish: 'folder', name })
  })
  const error = opening.folder.error ?? opening.demo.error ?? opening.project.error
  const isBusy = opening.folder.isRunning || opening.demo.isRunning
  return (
    <section {...drop.handlers} className={styles.drop} data-over={drop.isOver} aria-label="Open">
      <OrreryDrawing />
      <div className={styles.invitation}>
        <h1>Drop a project folder</h1>
        <p>Agents work in it where you can see them, and ask before anything risky.</p>
        <div className={styles.buttons}>
          <Button
            variant={isLater ? 'plain' : 'primary'}
            disabled={isBusy}
            onClick={() => void choose('folder')}
          >
            Open a folder…
          </Button>
          <Button disabled={isBusy} onClick={() => void choose('demo')}>
            Run the demo agent on one
          </Button>
        </div>
        {error && <Failure>{error}</Failure>}
      </div>
      {picking && (
        <FolderPicker
          sought={picking.name}
          onChoose={(path) => {
            setPicking(undefined)
            open(picking.wish, path)
          }}
          onClose={() => setPicking(undefined)}
        />
      )}
    </section>
  )
}
