import { standupIntelligence } from '../../catalogue/git/standup-intelligence.ts'
import { teamGraph } from '../../catalogue/git/team-graph.ts'
import { defineRunner } from '../../context/define-runner.ts'

export const standupIntelligenceRunner = defineRunner(standupIntelligence, {
  run: (query, { authorship }) => authorship.standup(query),
})

export const teamGraphRunner = defineRunner(teamGraph, {
  run: (query, { authorship }) => authorship.team(query),
})
