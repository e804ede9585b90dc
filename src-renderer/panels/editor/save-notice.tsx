import type { SaveFailure } from '../../client/file-saver.ts'
import { Button } from '../../ui/button.tsx'
import styles from './save-notice.module.css'
import type { Saving } from './use-saving.ts'

export interface SaveNoticeProps {
  readonly failure: SaveFailure
  readonly saving: Saving
}

/** Shows why a file wasn't saved, with buttons to resolve it. */
export function SaveNotice({ failure, saving }: SaveNoticeProps) {
  const { message, isConflict } = failure
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.words}>
        {isConflict ? 'This file changed on disk while you were editing.' : message}
      </span>
      {isConflict ? (
        <>
          <Button isSmall onClick={() => saving.discard()}>
            Load from disk
          </Button>
          <Button isSmall onClick={() => saving.overwrite()}>
            Overwrite
          </Button>
        </>
      ) : (
        <Button isSmall onClick={() => saving.save()}>
          Save again
        </Button>
      )}
    </div>
  )
}
