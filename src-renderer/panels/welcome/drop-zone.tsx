import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { loadedLater } from '../../ui/loaded-later.tsx'
import { Failure } from '../../ui/notice.tsx'
import { OrreryDrawing } from './orrery-drawing.tsx'
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

/** Invites a person to drop a folder on the window, with buttons to choose one. */
export function DropZone({ opening, isLater }: DropZoneProps) {
  const [picking, setPicking] = useState<Wish>()
  const pick = usePickFolder()
  const open = (wish: Wish, path: string) => void opening[wish].run?.(path)
  const choose = async (wish: Wish) => {
    const path = await pick()
    if (path === undefined) setPicking(wish)
    else if (path !== null) open(wish, path)
  }
  const error = opening.folder.error ?? opening.demo.error ?? opening.project.error
  const isBusy = opening.folder.isRunning || opening.demo.isRunning
  return (
    <section className={styles.drop} aria-label="Open">
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
          onChoose={(path) => {
            setPicking(undefined)
            open(picking, path)
          }}
          onClose={() => setPicking(undefined)}
        />
      )}
    </section>
  )
}
