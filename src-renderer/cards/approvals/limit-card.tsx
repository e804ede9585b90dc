import { Hourglass } from 'lucide-react'
import { formatUntil } from '#shared/format/format-until.ts'
import type { Wait } from '#shared/projections/status.ts'
import { ModelName } from '#shared/settings/settings.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import { useCommands } from '../../session/session-context.tsx'
import { useNow } from '../../ui/browser/use-now.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import { formatClock } from '../../ui/text/format.ts'
import styles from '../card.module.css'

interface LimitCardProps {
  readonly wait: Wait
  /** Once the wait has ended; until it settles the card can't be used. */
  readonly onEnded?: () => Promise<unknown>
}

/** Often enough for the date to appear and go. */
const TICK_MS = 60_000

type Choice =
  | { readonly type: 'resume' }
  | { readonly type: 'stop' }
  | { readonly type: 'model'; readonly model: string }

/** Shows why and until when a run waits, with ways to end the wait. */
export function LimitCard({ wait, onEnded }: LimitCardProps) {
  const commands = useCommands()
  const end = useCommand(
    commands &&
      (async (choice: Choice) => {
        if (choice.type === 'resume') await commands.resume()
        else if (choice.type === 'stop') await commands.stop()
        else await commands.switchModel({ model: ModelName.parse(choice.model) })
        await onEnded?.()
      }),
  )
  const title = `Waits until ${formatUntil(wait.until, useNow(TICK_MS))}`
  const isBusy = !end.run || end.isRunning
  return (
    <section className={styles.card} aria-label={title} data-card="limit">
      <header className={styles.head}>
        <Hourglass aria-hidden="true" />
        <h3>{title}</h3>
        <span>since {formatClock(wait.since)}</span>
      </header>
      <div className={styles.body}>
        <p className={styles.risk}>{wait.reason}</p>
        <p className={styles.risk}>The run will resume automatically.</p>
      </div>
      <footer className={styles.foot}>
        {end.error && (
          <p className={styles.error} role="alert">
            {end.error}
          </p>
        )}
        <fieldset className={styles.choices} aria-label="Instead of waiting">
          <Button
            disabled={isBusy}
            onClick={() => void end.run?.({ type: 'resume' })}
            data-focus="approval"
          >
            Resume now
          </Button>
          <OtherModel
            isBusy={isBusy}
            onChoose={(model) => void end.run?.({ type: 'model', model })}
          />
          <Button disabled={isBusy} onClick={() => void end.run?.({ type: 'stop' })}>
            Stop
          </Button>
        </fieldset>
      </footer>
    </section>
  )
}

interface OtherModelProps {
  readonly isBusy: boolean
  readonly onChoose: (model: string) => void
}

/** The models that are ready. */
function OtherModel({ isBusy, onChoose }: OtherModelProps) {
  const { data: providers = [] } = useHostQuery('models.list', {})
  const ready = providers.filter(({ isReady, models }) => isReady && models.length > 0)
  if (ready.length === 0) return null
  return (
    <Menu side="top" trigger={<Button disabled={isBusy}>Use another model…</Button>}>
      {ready.map(({ id, label, models }) => (
        <MenuChoices
          key={id}
          label={label}
          value={undefined}
          choices={models.map((model) => ({ value: model.name, label: model.label }))}
          onChoose={onChoose}
        />
      ))}
    </Menu>
  )
}
