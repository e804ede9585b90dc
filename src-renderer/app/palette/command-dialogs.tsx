import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SessionId } from '#shared/lib/ids.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useNavigation } from '../../navigation/navigation.tsx'
import { openProject, runDemo, usePickFolder } from '../../panels/welcome/open-project.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { useZoom } from '../accessibility/zoom.ts'
import type { Desk, DeskDialog, Here, SessionHere } from '../commands/command.ts'
import { commandsHere } from '../commands/index.ts'
import { useShortcuts } from './shortcuts.tsx'
import { typedAhead } from './type-ahead.ts'

const CommandPalette = loadedLater(
  async () => (await import('./command-palette.tsx')).CommandPalette,
)
const SessionChooser = loadedLater(
  async () => (await import('./command-palette.tsx')).SessionChooser,
)
const ModelChooser = loadedLater(async () => (await import('./choosers.tsx')).ModelChooser)
const EventChooser = loadedLater(async () => (await import('./choosers.tsx')).EventChooser)
const ShortcutSheet = loadedLater(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)
const ExportDialog = loadedLater(
  async () => (await import('../../panels/export/export-dialog.tsx')).ExportDialog,
)
const FolderPicker = loadedLater(
  async () => (await import('../../panels/welcome/folder-picker.tsx')).FolderPicker,
)

/** Those that begin with a field. */
const written: ReadonlySet<DeskDialog> = new Set(['palette', 'beside', 'session', 'model', 'event'])

/** Where commands are given: by keys, and in the dialogs that `CommandDialogs` draws. */
export function useCommandDesk(session: SessionHere | undefined): Desk {
  const [shown, setShown] = useState<DeskDialog>()
  const show = (dialog: DeskDialog | undefined) => {
    if (dialog && written.has(dialog)) typedAhead.hold(() => setShown(undefined))
    else typedAhead.take()
    setShown(dialog)
  }
  // What leaves with its window, or cannot be had, takes no keys any more.
  useEffect(() => () => void typedAhead.take(), [])
  const open = useOpen()
  const here = useHere({ session, show, open })
  const { run, error } = useCommand(async (act: () => unknown) => {
    await act()
  })
  const perform = async (act: () => unknown) => {
    flushSync(() => show(undefined))
    // A dialog that goes gives the focus back in a microtask; the command may move it on from there.
    await Promise.resolve()
    await run?.(act)
  }
  useShortcuts(
    () => commandsHere(here),
    (command) => void perform(() => command.run(here)),
  )
  return { here, shown, error, show, perform, openFolder: open }
}

function useOpen(): Desk['openFolder'] {
  const client = useHost()
  const { openSession } = useNavigation()
  return async (wish, path) =>
    openSession(await (wish === 'demo' ? runDemo(client, path) : openProject(client, path)))
}

interface HereParts {
  readonly session: SessionHere | undefined
  readonly show: (dialog: DeskDialog) => void
  readonly open: Desk['openFolder']
}

function useHere({ session, show, open }: HereParts): Here {
  const client = useHost()
  const navigation = useNavigation()
  const pick = usePickFolder()
  const hasSample = useHostQuery('host.describe', {}).data?.sample !== undefined
  const theme = useHostQuery('settings.read', {}).data?.theme
  const replaySample = async () => {
    const { sessionId } = await client['sessions.openSample']({})
    navigation.openSession(sessionId, 'replay')
  }
  return {
    navigation,
    theme,
    session,
    undo: useToasts().undo,
    zoom: useZoom(),
    replaySample: hasSample ? replaySample : undefined,
    show,
    openFolder: async (wish) => {
      const path = await pick()
      if (path === undefined) show(wish)
      else if (path !== null) await open(wish, path)
    },
    changeTheme: (chosen) => client['settings.change']({ theme: chosen }),
  }
}

/** What the desk has open, over everything else. */
export function CommandDialogs({ desk }: { readonly desk: Desk }) {
  return dialogOf(desk)
}

function dialogOf(desk: Desk) {
  const close = () => desk.show(undefined)
  switch (desk.shown) {
    case 'palette':
      return <CommandPalette desk={desk} onClose={close} />
    case 'beside':
    case 'session':
      return <SessionChooser desk={desk} {...opening(desk, desk.shown)} onClose={close} />
    case 'model':
      return <ModelChooser desk={desk} onClose={close} />
    case 'event':
      return <EventChooser desk={desk} onClose={close} />
    case 'shortcuts':
      return <ShortcutSheet onClose={close} />
    case 'export':
      return <ExportDialog onClose={close} />
    case 'folder':
    case 'demo': {
      const wish = desk.shown
      return (
        <FolderPicker
          onChoose={(path) => void desk.perform(() => desk.openFolder(wish, path))}
          onClose={close}
        />
      )
    }
    default:
      return null
  }
}

function opening({ here }: Desk, where: 'beside' | 'session') {
  const { openBeside, openSession } = here.navigation
  return where === 'beside'
    ? { label: 'Open a session beside this', onChoose: (id: SessionId) => openBeside?.(id) }
    : { label: 'Open a session', onChoose: (id: SessionId) => openSession(id) }
}
