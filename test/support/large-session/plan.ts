import type { Chance } from './chance.ts'

/** What a call does; `task` delegates. */
export type Deed = 'read' | 'search' | 'list' | 'edit' | 'execute' | 'todos' | 'task'

export interface AgentPlan {
  readonly number: number
  readonly type: string
  readonly children: AgentPlan[]
}

const types = ['architect', 'debugger', 'explore', 'general-purpose', 'reviewer', 'tester'] as const
/** How many each agent of a depth delegates to, as long as there are any left. */
const WIDTHS = [38, 4, 1]

/** A lead with everybody below it: `agents` in all, nested as deep as the widths go. */
export function planAgents(agents: number, chance: Chance): AgentPlan {
  const lead: AgentPlan = { number: 0, type: 'lead', children: [] }
  let count = 1
  let parents = [lead]
  for (const width of WIDTHS) {
    for (const parent of parents) {
      for (let child = 0; child < width && count < agents; child += 1, count += 1) {
        parent.children.push({ number: count, type: chance.pick(types), children: [] })
      }
    }
    parents = parents.flatMap(({ children }) => children)
  }
  return lead
}

/** The calls that one answer of a model asks for. */
export type Step = readonly Deed[]

/** So many calls in steps of a few; those that delegate come together, among the others. */
export function planSteps(calls: number, children: number, chance: Chance): Step[] {
  const steps: Step[] = []
  for (let left = calls; left > 0; ) {
    const size = Math.min(left, chance.whole(1, 3))
    steps.push(Array.from({ length: size }, () => pickDeed(chance)))
    left -= size
  }
  for (let left = children; left > 0; ) {
    const size = Math.min(left, chance.whole(2, 5))
    const tasks = Array.from({ length: size }, () => 'task' as const)
    steps.splice(chance.whole(1, steps.length), 0, tasks)
    left -= size
  }
  return steps
}

/** Of a hundred calls, as runs of agents on code have them. */
const shares = [
  ['read', 45],
  ['search', 15],
  ['list', 4],
  ['edit', 15],
  ['execute', 15],
  ['todos', 6],
] as const

function pickDeed(chance: Chance): Deed {
  let rest = chance.whole(1, 100)
  for (const [deed, share] of shares) {
    rest -= share
    if (rest <= 0) return deed
  }
  return 'read'
}
