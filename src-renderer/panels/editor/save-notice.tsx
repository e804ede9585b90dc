import { Button } from '../../ui/button.tsx'
import styles from './save-notice.module.css'
import type { SaveFailure, Saving } from './use-saving.ts'

export interface SaveNoticeProps {
  readonly failure: SaveFailure
  readonly saving: Saving
}

/** Says why a file was not saved, and offers what can be done. */
export function SaveNotice({ failure, saving }: SaveNoticeProps) {
  const { path, message, isConflict } = failure
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.words}>
        {isConflict ? 'The file changed on disk since you began to edit it.' : message}
      </span>
      {isConflict ? (
        <>
          <Button isSmall onClick={() => saving.discard(path)}>
            Show theirs
          </Button>
          <Button isSmall onClick={() => saving.overwrite(path)}>
            Overwrite
          </Button>
        </>
      ) : (
        <Button isSmall onClick={() => saving.save(path)}>
          Save again
        </Button>
      )}
    </div>
  )
}
