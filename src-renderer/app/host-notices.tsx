import { useState } from 'react'
import { useHostDescription } from '../client/documents.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/notice.tsx'
import styles from './host-notices.module.css'

const DISMISSED = 'orrery.dismissed-notice'

/** What a person has to know of the store: that it takes nothing now, or was damaged. */
export function HostNotices() {
  const { data } = useHostDescription()
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED))
  const notice = data?.notice === dismissed ? undefined : data?.notice
  if (!data?.unsaved && !notice) return null
  const dismiss = (told: string) => {
    sessionStorage.setItem(DISMISSED, told)
    setDismissed(told)
  }
  return (
    <div className={styles.notices}>
      {data?.unsaved && <Failure>{data.unsaved}</Failure>}
      {notice && (
        <Failure
          action={
            <Button isSmall onClick={() => dismiss(notice)}>
              Understood
            </Button>
          }
        >
          {notice}
        </Failure>
      )}
    </div>
  )
}
