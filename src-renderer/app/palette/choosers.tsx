import { useState } from 'react'
import { useHostQuery } from '../../queries/host-query.ts'
import { formatCount } from '../../ui/text/format.ts'
import type { Desk } from '../commands/command.ts'
import { Palette, PaletteGroup, PaletteItem } from './palette.tsx'

interface ChooserProps {
  readonly desk: Desk
  readonly onClose: () => void
}

/** Every model that is ready, for the session that is open. */
export function ModelChooser({ desk, onClose }: ChooserProps) {
  const { data: providers = [] } = useHostQuery('models.list', {})
  const { session } = desk.here
  return (
    <Palette label="Models" placeholder="Use the model…" onClose={onClose}>
      {providers
        .filter(({ isReady }) => isReady)
        .map((provider) => (
          <PaletteGroup key={provider.id} heading={provider.label}>
            {provider.models.map(({ name, label }) => (
              <PaletteItem
                key={name}
                value={`${label} ${name}`}
                onChoose={() =>
                  void desk.perform(() => session?.commands?.configure({ model: name }))
                }
              >
                <span>{label}</span>
                <small>{name}</small>
              </PaletteItem>
            ))}
          </PaletteGroup>
        ))}
    </Palette>
  )
}

/** Any event of the session that is open, by its number. */
export function EventChooser({ desk, onClose }: ChooserProps) {
  const [text, setText] = useState('')
  const { session } = desk.here
  const last = session?.lastSeq() ?? 1
  const seq = Number(text.replace(/\D/g, ''))
  const isThere = seq >= 1 && seq <= last
  return (
    <Palette
      label="Events"
      placeholder={`The number of an event, from 1 to ${formatCount(last)}`}
      text={text}
      onWrite={setText}
      onClose={onClose}
    >
      {isThere && (
        <PaletteItem
          value={`${text} ${seq}`}
          onChoose={() => void desk.perform(() => session?.playhead.seek(seq))}
        >
          <span>Go to event {formatCount(seq)}</span>
        </PaletteItem>
      )}
    </Palette>
  )
}
