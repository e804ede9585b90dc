import { useState } from 'react'
import { explainIgnoredEventLimit } from '#shared/event-limit.ts'
import { useHostDescription, useSettings } from '../client/documents.ts'
import { useHost } from '../client/host-context.tsx'
import { useCommand } from '../client/use-command.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/notice.tsx'
import styles from './host-notices.module.css'

const DISMISSED = 'orrery.dismissed-notice'

/** Notices about the store: it can't be written, it was damaged, or it holds a setting that has no effect. */
export function HostNotices() {
  const { data } = useHostDescription()
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED))
  const eventLimit = useSettings().data?.limits.events
  const notice = data?.notice === dismissed ? undefined : data?.notice
  if (!data?.unsaved && !notice && eventLimit === undefined) return null
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
      {eventLimit !== undefined && <EventLimitNotice />}
    </div>
  )
}

/** Shown until the person removes the setting that an earlier version stored. */
function EventLimitNotice() {
  const client = useHost()
  const change = useCommand(client['settings.change'])
  return (
    <Failure
      action={
        <Button
          isSmall
          disabled={change.isRunning}
          onClick={() => void change.run?.({ limits: { events: null } })}
        >
          Remove setting
        </Button>
      }
    >
      {change.error ?? explainIgnoredEventLimit('limits.events')}
    </Failure>
  )
}
