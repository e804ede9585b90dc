import type { StatusState } from '#shared/projections/status.ts'
import { useHost } from '../client/host-context.tsx'
import { useNavigation } from '../client/navigation.tsx'
import { useCommands, usePlayhead, useSessionView } from '../client/session-context.tsx'
import { sameFields, useProjection } from '../client/use-projection.ts'
import type { Action } from './command-palette.tsx'
import { focusPrompt, focusWaiting } from './focus.ts'
import { modifier, writeShortcut } from './keys.ts'
import { placeKeys } from './rail.tsx'
import type { Workbench } from './workbench.ts'

/** What can be done in this session now, for the command field. */
export function useSessionActions(workbench: Workbench): readonly Action[] {
  const navigation = useNavigation()
  const client = useHost()
  const commands = useCommands()
  const playhead = usePlayhead()
  const { runId, projectId, waiting } = useProjection(
    useSessionView(),
    'status',
    selectStatus,
    sameFields,
  )
  const createSession = async () => {
    if (!projectId) return
    const { sessionId } = await client['sessions.create']({ projectId })
    navigation.openSession(sessionId)
  }
  const isLive = playhead.playhead === 'live'
  return [
    {
      title: 'New session in this project',
      act: () => void createSession().catch(() => undefined),
    },
    { title: 'Write a prompt', shortcut: `${modifier}L`, act: focusPrompt, isHidden: !commands },
    {
      title: 'Go to what waits for you',
      shortcut: `${modifier}⇧A`,
      act: focusWaiting,
      isHidden: waiting === 0,
    },
    {
      title: 'Stop the run',
      act: () => void commands?.stop().catch(() => undefined),
      isHidden: !commands || !runId,
    },
    { title: 'Back to live', act: playhead.goLive, isHidden: isLive },
    { title: 'Play', act: () => playhead.play(), isHidden: playhead.isPlaying },
    { title: 'Pause', act: playhead.pause, isHidden: !playhead.isPlaying },
    { title: 'Go to the beginning', act: () => playhead.seek(1) },
    ...placeActions(workbench),
    {
      title: 'Settings',
      shortcut: writeShortcut(placeKeys.settings),
      act: navigation.openSettings,
    },
    { title: 'All projects', act: navigation.openWelcome },
  ]
}

const placeTitles = {
  sessions: 'Sessions',
  files: 'Files',
  terminals: 'Terminals',
  cost: 'Cost',
} as const

function placeActions({ go }: Workbench): readonly Action[] {
  const places = ['sessions', 'files', 'terminals', 'cost'] as const
  return places.map((place) => ({
    title: placeTitles[place],
    shortcut: writeShortcut(placeKeys[place]),
    act: () => go(place),
  }))
}

const selectStatus = ({ runId, projectId, waiting }: StatusState) => ({ runId, projectId, waiting })
