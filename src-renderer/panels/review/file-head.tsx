import { countLines } from '#shared/review/hunks.ts'
import { Button } from '../../ui/button.tsx'
import { formatPath } from '../../ui/format.ts'
import { type Chosen, withoutContested } from './decisions.ts'
import { LineCounts } from './line-counts.tsx'
import styles from './review.module.css'
import { tellState } from './state-words.ts'
import type { Deciding } from './use-deciding.ts'

export interface FileHeadProps {
  readonly path: string
  readonly chosen: Chosen
  readonly deciding: Deciding | undefined
}

/** Above a file's changes: which it is, and what can be done with all of them. */
export function FileHead({ path, chosen, deciding }: FileHeadProps) {
  const { words } = tellState(chosen)
  const isOne = chosen.hunks.length < 2
  return (
    <header className={styles.fileHead}>
      <h3 title={formatPath(path)}>{formatPath(path)}</h3>
      <LineCounts {...countLines(chosen.hunks)} />
      <span className={styles.fileWords}>{words}</span>
      {deciding && !isOne && (
        <>
          <Button
            isSmall
            variant="quiet"
            aria-label={`Revert file… ${formatPath(path)}`}
            disabled={!withoutContested(chosen)}
            onClick={() => void deciding.askToRevert([chosen])}
          >
            Revert file…
          </Button>
          <Button
            isSmall
            variant="quiet"
            aria-label={`Accept file ${formatPath(path)}`}
            onClick={() => void deciding.accept([chosen])}
          >
            Accept file
          </Button>
        </>
      )}
    </header>
  )
}
