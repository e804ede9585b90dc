// `npm run figures [-- --places]`: the size and shape of the production code, beside what they should be.
import { findDependencies } from './check/dependencies.ts'
import { createParser, type Parse } from './check/parse-sources.ts'
import type { Report } from './check/report.ts'
import { readSources, type Sources } from './check/sources.ts'
import { type Figure, measureStructure } from './figures/measure-structure.ts'
import { readFacts } from './figures/read-facts.ts'

function measure(sources: Sources, parse: Parse): readonly Figure[] {
  return measureStructure(readFacts(sources, parse), sources, findDependencies(sources))
}

/** Checks the figures that have a limit already. */
export function checkStructure(sources: Sources, parse: Parse): Report {
  const figures = measure(sources, parse).filter(({ isEnforced }) => isEnforced)
  const exceeded = figures.filter(({ value, maximum }) => value > maximum)
  return {
    checked: `${figures.length} figures`,
    isEmpty: ![...sources.keys()].some((file) => file.startsWith('src-')),
    problems: exceeded.flatMap((figure) => [toLine(figure), ...figure.places]),
  }
}

function toLine({ name, value, maximum, isEnforced }: Figure): string {
  const state = value <= maximum ? 'ok    ' : isEnforced ? 'FAILED' : 'large '
  return `${state} ${name.padEnd(68)} ${String(value).padStart(6)}  at most ${maximum}`
}

if (import.meta.main) {
  for (const figure of measure(readSources('.'), createParser())) {
    console.log(toLine(figure))
    if (process.argv.includes('--places')) {
      for (const place of figure.places) console.log(`         ${place}`)
    }
  }
}
