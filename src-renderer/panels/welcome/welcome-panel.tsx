import { DropZone } from './drop-zone.tsx'
import { ModelsCard } from './models-card.tsx'
import { RecentProjects } from './recent-projects.tsx'
import { SampleCard } from './sample-card.tsx'
import { useIsNew } from './use-is-new.ts'
import { useOpening } from './use-opening.ts'
import styles from './welcome.module.css'

/** The first thing there is: a folder to open, a run to see, models to speak to. */
export function WelcomePanel() {
  const opening = useOpening()
  const isNew = useIsNew()
  return (
    <div className={styles.welcome}>
      <div className={styles.column}>
        <DropZone opening={opening} isLater={isNew} />
        <RecentProjects opening={opening} />
      </div>
      <div className={styles.column}>
        <SampleCard isFirst={isNew} />
        <ModelsCard />
      </div>
    </div>
  )
}
