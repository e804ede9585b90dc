import { Button } from '../buttons/button.tsx'
import { Failure } from '../loading/notice.tsx'

interface StaleNoticeProps {
  /** What the newer would take the place of: `your text`. */
  readonly written: string
  readonly onLoad: () => void
}

/** What a person edits has changed meanwhile. Their words stay in sight until they have taken what they want of them. */
export function StaleNotice({ written, onLoad }: StaleNoticeProps) {
  return (
    <Failure
      action={
        <Button isSmall onClick={onLoad}>
          Load the newer
        </Button>
      }
    >
      It has changed since you began. Nothing was overwritten; the newer would take the place of{' '}
      {written}.
    </Failure>
  )
}
