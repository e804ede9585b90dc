import type { PolicyExplanation, PolicyQuestion } from '#shared/contract/procedures/permissions.ts'
import type { AllowRule } from '#shared/events/approval.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { type ProjectId, SessionId } from '#shared/lib/ids.ts'
import { readProjectSettings } from '../project-files/project-settings.ts'
import { checkFolder, getProject, getSession } from '../sessions/session-rows.ts'
import type { LiveStates } from '../store/events/live-states.ts'
import type { Store } from '../store/store.ts'
import type { DefinitionText } from '../store/tables/rules.ts'
import { findWrongArgs, toMeant } from '../tools/catalogue/check-args.ts'
import { isKnown, toolFor } from '../tools/catalogue/index.ts'
import { type Args, filesOf } from '../tools/definition/define-tool.ts'
import type { Workspace } from '../workspace/define.ts'
import { findGitRefusal } from '../workspace/files/protected-git-files.ts'
import { toPlace } from '../workspace/paths/agent-path.ts'
import { type FoundPlace, findPlace } from '../workspace/paths/confinement.ts'
import { lookAtWorkspace } from '../workspace/session-workspace.ts'
import { judge, type Rules, type Verdict } from './judge-call.ts'
import { judgedPlaces } from './judged-places.ts'
import { rulesOfSession } from './session-rules.ts'
import type { ShellJudge } from './shell-judge/shell-judge.ts'
import { shellPlaceAt } from './shell-judge/shell-place.ts'
import type { ToolAccess } from './tool-access.ts'
import { type CurrentRules, findCurrentRules } from './tool-definitions.ts'

interface ExplainParts {
  readonly store: Store
  readonly states: LiveStates
  readonly shellJudge: ShellJudge
  /** Which tools an agent has in a project; `undefined` for all of them. Fails with `not-found` for a name that no agent has. */
  readonly findToolAccess: (
    agent: string,
    root: string,
  ) => Promise<readonly ToolAccess[] | undefined>
  /** Completes arguments as the tool itself does before its call is judged. */
  readonly prepare: (name: string, args: Args, context: PreparationContext) => Promise<Args>
  /** How the tool's server describes it now; `undefined` if it isn't connected. */
  readonly findDefinition: (projectId: ProjectId, tool: string) => DefinitionText | undefined
}

interface PreparationContext {
  readonly sessionId: SessionId
  readonly signal: AbortSignal
  readonly workspace: Workspace
}

/** What a call would come to, and by which rule. Nothing is run, and nobody is asked. */
export async function explainPolicy(
  parts: ExplainParts,
  question: PolicyQuestion,
): Promise<PolicyExplanation> {
  const { tool: name } = question
  const root = findRoot(parts, question)
  // The judge looks at what the project's links and rules are now.
  await checkFolder({ root })
  const toolAccess = await parts.findToolAccess(question.agent, root)
  const rules = await readRules(parts, question, root)
  const args = await prepareArgs(parts, question, root)
  const places = judgedPlaces(toolFor(name, args), args, root)
  const shell = shellPlaceAt(root, parts.store.dataDir)
  const { shellJudge } = parts
  const call = { name, args, shell, shellJudge, ...(places && { places }) }
  const verdict = await judge(call, rules, toolAccess)
  const paths = isKnown(name) ? filesOf(toolFor(name, args), args) : []
  const isChange = isKnown(name) && toolFor(name, args).effect === 'edit'
  const found = await Promise.all(paths.map((path) => findNamedPlace(root, path, isChange)))
  return { ...confined(verdict, found), profile: rules.profile }
}

/** Of a session that nobody has opened. */
const NO_SESSION = SessionId.parse('ses_explained')

/** As the gate in front of every call does it. */
async function prepareArgs(
  { store, prepare }: Pick<ExplainParts, 'store' | 'prepare'>,
  { tool: name, args, projectId, sessionId = NO_SESSION }: PolicyQuestion,
  root: string,
): Promise<Args> {
  const meant = toMeant(name, args)
  if (findWrongArgs(name, meant)) return meant
  await using workspace = lookAtWorkspace({ store, projectId, sessionId, root })
  const { signal } = new AbortController()
  try {
    return await prepare(name, meant, { sessionId, signal, workspace })
  } catch (error) {
    // It would fail before it is judged: what it was sent as is all there is to judge.
    if (AppError.is(error)) return meant
    throw error
  }
}

interface NamedPlace extends FoundPlace {
  readonly path: string
}

/** Returns a place as the workspace resolves it; a change of git's own files is refused. */
async function findNamedPlace(root: string, path: string, isChange: boolean): Promise<NamedPlace> {
  const found = { path, ...findPlace(root, path) }
  if (!isChange || found.place === undefined) return found
  const place = toPlace(found.place)
  const refusal = place.type === 'project' ? await findGitRefusal(root, place.relative) : undefined
  return { ...found, ...(refusal && { refusal: refusal.message }) }
}

/** The workspace stands behind the policy: what it refuses is never done, whatever the verdict. */
function confined(verdict: Verdict, found: readonly NamedPlace[]): Verdict {
  const refusal = found.map((one) => one.refusal).find((one) => one !== undefined)
  if (refusal !== undefined && verdict.verdict !== 'deny') {
    const rule = `The file tools refuse it. ${refusal}`
    return { ...verdict, verdict: 'deny', source: 'host', rule }
  }
  const documents = found.filter(({ isDocument }) => isDocument).map(({ path }) => path)
  if (documents.length === 0) return verdict
  const kept = `Orrery keeps ${documents.join(', ')}: that is no file of this machine.`
  return { ...verdict, risk: `${verdict.risk} ${kept}` }
}

function findRoot({ store }: ExplainParts, { projectId, sessionId }: PolicyQuestion): string {
  if (sessionId) return getSession(store, sessionId).root
  return getProject(store, projectId).path
}

async function readRules(
  { store, states, findDefinition }: ExplainParts,
  { tool, projectId, sessionId, profile }: PolicyQuestion,
  root: string,
): Promise<Rules> {
  const session = sessionId && (await states.load(sessionId)).states
  const own = session ? rulesOfSession(session.approvals) : []
  const { interruptOn } = await readProjectSettings(root)
  const all = [...own, ...store.rules.list(projectId)]
  const { allowing, changedFrom } = findExplainedRules(store, all, {
    tool,
    current: findDefinition(projectId, tool),
  })
  return {
    profile: profile ?? session?.status.profile ?? store.settings.read().profile,
    interruptOn,
    allowing,
    isToolChanged: changedFrom !== undefined,
  }
}

/** A tool that isn't connected now is taken to be the one that was allowed. */
function findExplainedRules(
  { rules }: Store,
  all: readonly AllowRule[],
  { tool, current }: { readonly tool: string; readonly current: DefinitionText | undefined },
): CurrentRules {
  if (!current) return { allowing: all }
  return findCurrentRules(all, tool, current, ({ ruleId }) => {
    return rules.findDefinition(ruleId) ?? current
  })
}
