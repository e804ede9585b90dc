import { flushSync } from 'react-dom'
import type { CallsState } from '#shared/projections/calls.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useNavigation } from '../../navigation/navigation.tsx'
import type { PanelName } from '../../panels/index.ts'
import { completePlaybook } from '../../panels/prompt/prompt-completions.ts'
import { useStepping } from '../../panels/timeline/input/timeline-keys.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { useDeletingSession } from '../../queries/use-delete-session.ts'
import { useIsLastReviewOver, useOpenReview } from '../../session/code-review/use-code-reviews.ts'
import { useEditorLook } from '../../session/editor-display.ts'
import {
  useCommands,
  useLiveView,
  usePlayheadControls,
  usePromptDraft,
  useSelection,
  useSessionId,
  useSessionView,
} from '../../session/session-context.tsx'
import { useTerminals } from '../../session/session-queries.ts'
import { sameFields, useProjection } from '../../session/use-projection.ts'
import {
  canFocusWaiting,
  focusPanel,
  focusPrompt,
  focusWaitingSoon,
} from '../accessibility/focus.ts'
import type { SessionHere } from '../commands/command.ts'

/** What a shell begins with, until its screen is measured. */
const FIRST_SIZE = { cols: 100, rows: 24 }

interface HereParts extends Pick<SessionHere, 'workbench'> {
  readonly focusNext: (() => void) | undefined
  readonly close: (() => void) | undefined
}

/** What commands reach in the session that is open. */
export function useSessionHere({ workbench, focusNext, close }: HereParts): SessionHere {
  const view = useSessionView()
  const sessionId = useSessionId()
  const status = useProjection(useLiveView(), 'status', selectStatus, sameFields)
  const cutOff = useProjection(useLiveView(), 'calls', selectCutOff)
  const isOver = useIsLastReviewOver(useLiveView())
  const goTo = (panel: PanelName) => {
    // What is not on screen cannot have the focus.
    flushSync(() => workbench.show(panel))
    focusPanel(panel)
  }
  return {
    workbench,
    focusNextColumn: focusNext,
    closeColumn: close,
    commands: useCommands(),
    playhead: usePlayheadControls(),
    moment: () => ({ sessionId, seq: view.seq }),
    isRunning: status.isRunning,
    canResume: status.canResume && !isOver,
    waiting: status.waiting + cutOff,
    ...useMoving(status.isRunning),
    goTo,
    goToWaiting: useGoToWaiting(workbench),
    ...useDelegation(status.projectId),
    editorLook: useEditorLook(sessionId),
    root: () => view.state('files').root,
    addToPrompt: useAddToPrompt(goTo),
    startPlaybook: useStartPlaybook(goTo),
    createSession: useCreateSession(status.projectId),
    deleteSession: useDeleteSession(),
    startCodeReview: useOpenReview(),
    compareRun: useCompareRun(),
    openTerminal: useOpenTerminal(goTo),
  }
}

/** In the past nothing can be decided, and the thread of one agent shows its own cards alone. */
function useGoToWaiting(workbench: HereParts['workbench']): SessionHere['goToWaiting'] {
  const { goLive } = usePlayheadControls()
  const { select, point } = useSelection()
  return (card) => {
    flushSync(() => {
      goLive()
      workbench.show('transcript')
    })
    if (!canFocusWaiting(card?.id)) select({ agentId: undefined })
    if (card) point({ itemId: card.spanId })
    focusWaitingSoon(card?.id)
  }
}

function useMoving(
  isRunning: boolean,
): Pick<SessionHere, 'lastSeq' | 'stepBy' | 'canStep' | 'togglePlaying'> {
  const live = useLiveView()
  const controls = usePlayheadControls()
  return {
    ...useStepping(),
    lastSeq: () => live.seq,
    togglePlaying: () => {
      const { playhead, isPlaying, seek, play, pause } = controls
      if (isPlaying) pause()
      else if (playhead === 'live' && isRunning) seek(live.seq)
      else play()
    },
  }
}

function useDelegation(
  projectId: StatusState['projectId'],
): Pick<SessionHere, 'delegation' | 'turnDelegation'> {
  const client = useHost()
  const { data } = useHostQuery('agents.list', { projectId })
  return {
    delegation: data?.delegation,
    turnDelegation: async (isOn) =>
      projectId && client['agents.switch']({ projectId, all: true, isOn }),
  }
}

/** The cursor goes behind it, for what it is to be about. */
function useStartPlaybook(goTo: SessionHere['goTo']): SessionHere['startPlaybook'] {
  const { text, write } = usePromptDraft()
  return (name) => {
    const completed = completePlaybook(text, name)
    goTo('prompt')
    flushSync(() => write(completed.text))
    focusPrompt(completed.cursor)
  }
}

function useAddToPrompt(goTo: SessionHere['goTo']): SessionHere['addToPrompt'] {
  const { text, write, attach } = usePromptDraft()
  return async (images, paths) => {
    if (images.length + paths.length === 0) return
    const mentions = paths.map((path) => `@${path} `).join('')
    const added = text === '' || /\s$/.test(text) ? `${text}${mentions}` : `${text} ${mentions}`
    goTo('prompt')
    if (mentions) flushSync(() => write(added))
    focusPrompt()
    await attach(images)
  }
}

/** Offers to take it back, or asks before. */
function useDeleteSession(): SessionHere['deleteSession'] {
  const sessionId = useSessionId()
  const { data: sessions } = useHostQuery('sessions.list', {})
  const { openWelcome } = useNavigation()
  const deleteSession = useDeletingSession()
  const here = sessions?.find(({ id }) => id === sessionId)
  return (
    here &&
    (async () => {
      if (await deleteSession(here)) openWelcome()
    })
  )
}

function useCreateSession(projectId: StatusState['projectId']): () => Promise<void> {
  const client = useHost()
  const { openSession } = useNavigation()
  return async () => {
    if (!projectId) return
    const { sessionId } = await client['sessions.create']({ projectId })
    openSession(sessionId)
  }
}

/** The run that the playhead is in, or was in last. */
function useCompareRun(): SessionHere['compareRun'] {
  const sessionId = useSessionId()
  const { chooseComparison } = useNavigation()
  const view = useSessionView()
  const hasRun = useProjection(view, 'timeline', selectHasRun)
  const compare = () => chooseComparison({ sessionId, run: view.state('timeline').runs.length })
  return hasRun ? compare : undefined
}

const selectHasRun = ({ runs }: TimelineState) => runs.length > 0

function useOpenTerminal(goTo: (panel: PanelName) => void): () => Promise<void> {
  const client = useHost()
  const sessionId = useSessionId()
  const { select } = useSelection()
  const { refetch } = useTerminals()
  return async () => {
    const { terminalId } = await client['terminals.open']({ sessionId, ...FIRST_SIZE })
    await refetch()
    select({ terminalId })
    goTo('terminals')
  }
}

const selectStatus = ({ runId, projectId, waiting, lastOutcome }: StatusState) => ({
  projectId,
  waiting,
  isRunning: runId !== undefined,
  canResume: runId === undefined && lastOutcome !== undefined && lastOutcome !== 'ok',
})

const selectCutOff = ({ order }: CallsState) => order.length
