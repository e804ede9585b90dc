import type { ReactNode } from 'react'
import { useSettings } from '../client/documents.ts'
import { ShortcutContext, ShortcutTable } from '../client/shortcuts.ts'
import { commands } from './commands/index.ts'

/** Gives everything inside the keys of every command, as the person has chosen them. */
export function Shortcuts({ children }: { readonly children: ReactNode }) {
  const { data } = useSettings()
  return (
    <ShortcutContext value={new ShortcutTable(commands, data?.shortcuts ?? {})}>
      {children}
    </ShortcutContext>
  )
}
