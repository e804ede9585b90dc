import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Failure } from '../../ui/loading/notice.tsx'
import { type Opening, usePickFolder } from './open-project.ts'
import styles from './welcome.module.css'

const FolderPicker = loadedLater(async () => (await import('./folder-picker.tsx')).FolderPicker)

type Wish = 'folder' | 'demo'

interface DropZoneProps {
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

const ORBITS = [70, 120, 175, 235, 300]

/** Orbit, angle in degrees, agent's hue, size. */
const PLANETS = [
  [70, -60, 1, 5],
  [120, -128, 2, 6],
  [175, -58, 3, 7],
  [235, -114, 4, 5],
  [300, -20, 7, 8],
] as const

function OrreryDrawing() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 600 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <g fill="none" stroke="var(--line)">
        {ORBITS.map((radius) => (
          <circle key={radius} cx="300" cy="420" r={radius} />
        ))}
      </g>
      <circle cx="300" cy="420" r="26" fill="var(--accent)" opacity=".9" />
      {PLANETS.map(([radius, degrees, hue, size]) => (
        <circle
          key={radius}
          cx={300 + radius * Math.cos((degrees * Math.PI) / 180)}
          cy={420 + radius * Math.sin((degrees * Math.PI) / 180)}
          r={size}
          fill={`var(--agent-${hue})`}
        />
      ))}
    </svg>
  )
}
